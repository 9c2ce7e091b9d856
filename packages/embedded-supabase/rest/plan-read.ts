import { bodyIn, contentTypes } from "./answer.ts";
import type { Catalogue, Relation } from "./catalogue.ts";
import { compileRead } from "./compile-read.ts";
import { unknownTable } from "./errors.ts";
import { parseQuery } from "./parse-query.ts";
import type { Plan, RestRequest } from "./plan.ts";
import { applyRange, contentRange, rangeStatus } from "./range.ts";

/** `GET` and `HEAD` of a table or view. */
export function planRead(catalogue: Catalogue, request: RestRequest): Plan {
  const relation = relationNamed(catalogue, request.name);
  const { root } = parseQuery(request.parameters);
  applyRange(root, request.range);
  const { mediaType, preferences } = request;
  const isHead = request.method === "HEAD";
  const format = isHead ? "nothing" : mediaType === "csv" ? "csv" : "json";
  const statement = compileRead(catalogue, relation, root, { format, countsAll: preferences.countsAll });
  return {
    statement,
    readOnly: true,
    answer(outcome) {
      const status = rangeStatus(root.offset, outcome.rows, outcome.total);
      const body = bodyIn(mediaType, statement, outcome);
      return {
        status,
        headers: {
          "Content-Type": contentTypes[mediaType],
          "Content-Range": contentRange(root.offset, root.offset + outcome.rows - 1, outcome.total),
          ...(preferences.countsAll ? { "Preference-Applied": "count=exact" } : {}),
        },
        body: isHead ? null : body,
      };
    },
  };
}

export function relationNamed(catalogue: Catalogue, name: string): Relation {
  const relation = catalogue.relations.get(name);
  if (!relation) throw unknownTable(name);
  return relation;
}
