import { type CallArguments, compileCall } from "../compile/compile-call.ts";
import type { Statement } from "../compile/sql.ts";
import { invalidBody } from "../errors.ts";
import { parseQuery } from "../parse/parse-query.ts";
import { findRoutine } from "../schema/find-routine.ts";
import type { DatabaseSchema, Routine } from "../schema/schema.ts";
import { CONTENT_TYPES, formatBody, unwrapSingleElement } from "./format-body.ts";
import { isObject, requireSameKeys } from "./payload.ts";
import type { Plan, RestRequest, RestResponse, StatementResult } from "./plan.ts";
import { enforceMaxAffected } from "./plan-write.ts";
import { applyRange, formatContentRange, getRangeStatus } from "./range.ts";

// PostgREST's operators, including those that are not supported as filters.
const OPERATOR_PREFIX =
  /^(?:not|eq|neq|gte?|lte?|i?like|i?match|isdistinct|in|is|(?:pl|ph|w)?fts|cs|cd|ov|sl|sr|nxr|nxl|adj)\./;

/** Plans a function call: `POST` with arguments in the body, `GET` and `HEAD` with arguments in the URL. */
export function planCall(schema: DatabaseSchema, request: RestRequest): Plan {
  const bodyQuery = request.method === "POST" ? parseQuery(request.parameters) : null;
  const textParameters = findTextArguments(schema, request);
  const args: CallArguments = bodyQuery
    ? parseJsonArguments(request, bodyQuery.columns)
    : { kind: "texts", texts: new Map(textParameters) };
  const argumentNames = args.kind === "json" ? args.names : [...args.texts.keys()];
  const routine = findRoutine(schema, request.name, argumentNames);
  const { root } =
    bodyQuery ?? parseQuery(request.parameters.filter((parameter) => !textParameters.includes(parameter)));
  applyRange(root, request.range);
  const returnsBody = request.method !== "HEAD" && request.preferences.returns !== "minimal";
  const format = !returnsBody ? "none" : request.mediaType === "csv" ? "csv" : "json";
  const { includeTotal } = request.preferences;
  const statement = compileCall(schema, routine, args, root, { format, includeTotal });
  return {
    statement,
    readOnly: request.method !== "POST" || !routine.isVolatile,
    toResponse(result) {
      enforceMaxAffected(request.preferences, result.rows);
      return buildResponse(request, routine, statement, result, root.offset);
    },
  };
}

/**
 * Returns the URL parameters that are arguments: those with the name of a function parameter, unless the value starts
 * with an operator. The others select and filter rows.
 */
function findTextArguments(
  schema: DatabaseSchema,
  { name, parameters }: RestRequest,
): RestRequest["parameters"] {
  const routines = schema.routines.get(name) ?? [];
  const names = new Set(routines.flatMap((routine) => routine.parameters.map((parameter) => parameter.name)));
  return parameters.filter(([parameter, value]) => names.has(parameter) && !OPERATOR_PREFIX.test(value));
}

function parseJsonArguments({ body }: RestRequest, columns: readonly string[] | null): CallArguments {
  const { text, value } = body ?? { text: "{}", value: {} };
  const isList = Array.isArray(value);
  const rows = isList ? value : [value];
  if (!rows.every(isObject)) {
    throw invalidBody("The arguments of a function must be a JSON object or a list of objects");
  }
  return { kind: "json", json: text, isList, names: columns ?? requireSameKeys(rows) };
}

function buildResponse(
  { method, mediaType, preferences }: RestRequest,
  routine: Routine,
  statement: Statement,
  result: StatementResult,
  offset: number,
): RestResponse {
  const range = formatContentRange(offset, offset + result.rows - 1, result.total);
  const headers: Record<string, string> = { "Content-Range": range };
  if (preferences.applied.length > 0) {
    headers["Preference-Applied"] = preferences.applied.join(", ");
  }
  if (routine.result.kind === "void") {
    return { status: 204, headers, body: null };
  }
  const status = getRangeStatus(offset, result.rows, result.total);
  if (method === "HEAD") {
    return { status, headers, body: null };
  }
  if (preferences.returns === "minimal") {
    return { status: 204, headers, body: null };
  }
  headers["Content-Type"] = CONTENT_TYPES[mediaType];
  return { status, headers, body: buildBody(mediaType, routine, statement, result) };
}

function buildBody(
  mediaType: RestRequest["mediaType"],
  routine: Routine,
  statement: Statement,
  result: StatementResult,
): string {
  if (routine.returnsSet || (mediaType === "csv" && routine.result.kind === "rows")) {
    return formatBody(mediaType, statement, result);
  }
  if (routine.result.kind === "scalar") {
    return result.body;
  }
  return result.rows === 1 ? unwrapSingleElement(result.body) : "null";
}
