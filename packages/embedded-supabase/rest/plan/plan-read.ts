import { compileRead } from "../compile/compile-read.ts";
import { unknownTable } from "../errors.ts";
import { parseQuery } from "../parse/parse-query.ts";
import type { DatabaseSchema, Relation } from "../schema/schema.ts";
import { CONTENT_TYPES, formatBody } from "./format-body.ts";
import type { Plan, RestRequest } from "./plan.ts";
import { applyRange, formatContentRange, getRangeStatus } from "./range.ts";

/** Plans a `GET` or `HEAD` request for a table or view. */
export function planRead(schema: DatabaseSchema, request: RestRequest): Plan {
  const relation = requireRelation(schema, request.name);
  const { root } = parseQuery(request.parameters);
  applyRange(root, request.range);
  const { mediaType, preferences } = request;
  const isHead = request.method === "HEAD";
  const format = isHead ? "none" : mediaType === "csv" ? "csv" : "json";
  const statement = compileRead(schema, relation, root, { format, includeTotal: preferences.includeTotal });
  return {
    statement,
    readOnly: true,
    toResponse(result) {
      const status = getRangeStatus(root.offset, result.rows, result.total);
      const body = formatBody(mediaType, statement, result);
      return {
        status,
        headers: {
          "Content-Type": CONTENT_TYPES[mediaType],
          "Content-Range": formatContentRange(root.offset, root.offset + result.rows - 1, result.total),
          ...(preferences.includeTotal ? { "Preference-Applied": "count=exact" } : {}),
        },
        body: isHead ? null : body,
      };
    },
  };
}

/** @throws {RestError} PGRST205 (404) for an unknown table or view */
export function requireRelation(schema: DatabaseSchema, name: string): Relation {
  const relation = schema.relations.get(name);
  if (!relation) {
    throw unknownTable(name);
  }
  return relation;
}
