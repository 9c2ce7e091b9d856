import { type CallArguments, compileCall } from "../compile/compile-call.ts";
import type { Statement } from "../compile/sql.ts";
import { invalidBody } from "../errors.ts";
import { parseQuery } from "../parse/parse-query.ts";
import { findRoutine } from "../schema/find-routine.ts";
import type { DatabaseSchema, Routine } from "../schema/schema.ts";
import { CONTENT_TYPES, formatBody, unwrapSingleElement } from "./format-body.ts";
import type { Plan, RestRequest, RestResponse, StatementResult } from "./plan.ts";
import { enforceMaxAffected } from "./plan-write.ts";
import { applyRange, formatContentRange, getRangeStatus } from "./range.ts";

/** Plans a function call: `POST` with arguments in the body, `GET` and `HEAD` with arguments in the URL. */
export function planCall(schema: DatabaseSchema, request: RestRequest): Plan {
  const args = parseArguments(schema, request);
  const routine = findRoutine(
    schema,
    request.name,
    args.kind === "json" ? args.names : [...args.texts.keys()],
  );
  const queryParameters = request.parameters.filter(
    ([name]) => args.kind === "json" || !args.texts.has(name),
  );
  const { root } = parseQuery(queryParameters);
  applyRange(root, request.method === "POST" ? undefined : request.range);
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

/** In a URL, parameters with the name of a function parameter are arguments. The others select and filter rows. */
function parseArguments(
  schema: DatabaseSchema,
  { method, name, parameters, body }: RestRequest,
): CallArguments {
  if (method === "POST") {
    const { text, value } = body ?? { text: "{}", value: {} };
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw invalidBody("The arguments of a function must be a JSON object");
    }
    return { kind: "json", json: text, names: Object.keys(value) };
  }
  const routines = schema.routines.get(name) ?? [];
  const names = new Set(routines.flatMap((routine) => routine.parameters.map((parameter) => parameter.name)));
  return { kind: "texts", texts: new Map(parameters.filter(([parameter]) => names.has(parameter))) };
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
