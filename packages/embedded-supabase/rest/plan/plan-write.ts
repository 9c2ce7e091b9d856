import { compileWrite, type OnConflict, type Write } from "../compile/compile-write.ts";
import type { Statement } from "../compile/sql.ts";
import { invalidBody, notSingular, RestError } from "../errors.ts";
import { parseQuery, type Query } from "../parse/parse-query.ts";
import type { Preferences } from "../parse/preferences.ts";
import type { RequestBody } from "../parse/request-body.ts";
import type { DatabaseSchema, Relation } from "../schema/schema.ts";
import { CONTENT_TYPES, formatBody } from "./format-body.ts";
import { buildWritePayload } from "./payload.ts";
import type { Plan, RestRequest, RestResponse, StatementResult } from "./plan.ts";
import { requireRelation } from "./plan-read.ts";
import { formatContentRange } from "./range.ts";

/** Plans a `POST`, `PATCH` or `DELETE` request for a table or view. */
export function planWrite(schema: DatabaseSchema, request: RestRequest): Plan {
  const relation = requireRelation(schema, request.name);
  const query = parseQuery(request.parameters);
  const write = toWrite(relation, query, request);
  const returnsRows = request.preferences.returns === "representation";
  const format = !returnsRows ? "none" : request.mediaType === "csv" ? "csv" : "json";
  const statement = compileWrite(schema, relation, query.root, write, format);
  return {
    statement,
    readOnly: false,
    toResponse: (result) => buildResponse(request, write, statement, result),
  };
}

function toWrite(relation: Relation, query: Query, { method, body, preferences }: RestRequest): Write {
  const { missingAsDefault } = preferences;
  switch (method) {
    case "POST": {
      const payload = buildWritePayload(requireBody(body), query.columns, missingAsDefault);
      return { verb: "insert", payload, onConflict: toOnConflict(relation, query, preferences) };
    }
    case "PATCH":
      return {
        verb: "update",
        payload: buildWritePayload(requireBody(body), query.columns, missingAsDefault),
      };
    default:
      return { verb: "delete" };
  }
}

function requireBody(body: RequestBody | null): RequestBody {
  if (!body) {
    throw invalidBody("Empty or invalid json");
  }
  return body;
}

/** Returns null without a `resolution` preference, or if there are no columns that could conflict. */
function toOnConflict(relation: Relation, query: Query, { resolution }: Preferences): OnConflict | null {
  const columns = query.onConflict ?? relation.primaryKey;
  if (resolution === null || columns.length === 0) {
    return null;
  }
  return { columns, merges: resolution === "merge-duplicates" };
}

function buildResponse(
  request: RestRequest,
  write: Write,
  statement: Statement,
  result: StatementResult,
): RestResponse {
  const { preferences, mediaType } = request;
  enforceMaxAffected(preferences, result.rows);
  if (mediaType === "object" && result.rows !== 1) {
    throw notSingular(result.rows);
  }
  const returnsRows = preferences.returns === "representation";
  const total = preferences.includeTotal ? result.rows : null;
  const headers: Record<string, string> = {
    "Content-Range":
      write.verb === "update"
        ? formatContentRange(0, result.rows - 1, total)
        : formatContentRange(1, 0, total),
  };
  if (preferences.applied.length > 0) {
    headers["Preference-Applied"] = preferences.applied.join(", ");
  }
  if (returnsRows) {
    headers["Content-Type"] = CONTENT_TYPES[mediaType];
  }
  return {
    status: getWriteStatus(write, returnsRows, result),
    headers,
    body: returnsRows ? formatBody(mediaType, statement, result) : null,
  };
}

/** An upsert that only updated rows returns 200 instead of 201. */
function getWriteStatus(write: Write, returnsRows: boolean, { rows, updated }: StatementResult): number {
  if (write.verb !== "insert") {
    return returnsRows ? 200 : 204;
  }
  return write.onConflict?.merges && rows - (updated ?? 0) <= 0 ? 200 : 201;
}

/** @throws {RestError} PGRST124 if more rows are affected than `max-affected` allows */
export function enforceMaxAffected({ maxAffected }: Preferences, rows: number): void {
  if (maxAffected === null || rows <= maxAffected) {
    return;
  }
  throw new RestError(400, {
    code: "PGRST124",
    message: "Query result exceeds max-affected preference constraint",
    details: `The query affects ${rows} rows`,
  });
}
