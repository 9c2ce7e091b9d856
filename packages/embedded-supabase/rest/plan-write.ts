import { bodyIn, contentTypes } from "./answer.ts";
import type { Body } from "./body.ts";
import type { Catalogue, Relation } from "./catalogue.ts";
import { compileWrite, type OnConflict, type Write } from "./compile-write.ts";
import { invalidBody, notSingular, RestError } from "./errors.ts";
import { parseQuery, type Query } from "./parse-query.ts";
import { rowsToInsert, valuesToUpdate } from "./payload.ts";
import type { Answer, Outcome, Plan, RestRequest } from "./plan.ts";
import { relationNamed } from "./plan-read.ts";
import type { Preferences } from "./preferences.ts";
import { contentRange } from "./range.ts";
import type { Statement } from "./sql.ts";

/** `POST`, `PATCH` and `DELETE` of a table or view. */
export function planWrite(catalogue: Catalogue, request: RestRequest): Plan {
  const relation = relationNamed(catalogue, request.name);
  const query = parseQuery(request.parameters);
  const write = writeOf(relation, query, request);
  const shows = request.preferences.returns === "representation";
  const format = !shows ? "nothing" : request.mediaType === "csv" ? "csv" : "json";
  const statement = compileWrite(catalogue, relation, query.root, write, format);
  return {
    statement,
    readOnly: false,
    answer: (outcome) => answerOf(request, write, statement, outcome),
  };
}

function writeOf(relation: Relation, query: Query, { method, body, preferences }: RestRequest): Write {
  const { missingAsDefault } = preferences;
  switch (method) {
    case "POST": {
      const payload = rowsToInsert(required(body), query.columns, missingAsDefault);
      return { verb: "insert", payload, onConflict: onConflictOf(relation, query, preferences) };
    }
    case "PATCH":
      return { verb: "update", payload: valuesToUpdate(required(body), query.columns, missingAsDefault) };
    default:
      return { verb: "delete" };
  }
}

function required(body: Body | null): Body {
  if (!body) throw invalidBody("Empty or invalid json");
  return body;
}

/** Without a key to conflict on the wish for a resolution says nothing. */
function onConflictOf(relation: Relation, query: Query, { resolution }: Preferences): OnConflict | null {
  const columns = query.onConflict ?? relation.primaryKey;
  if (resolution === null || columns.length === 0) return null;
  return { columns, merges: resolution === "merge-duplicates" };
}

function answerOf(request: RestRequest, write: Write, statement: Statement, outcome: Outcome): Answer {
  const { preferences, mediaType } = request;
  refuseTooMany(preferences, outcome.rows);
  if (mediaType === "object" && outcome.rows !== 1) throw notSingular(outcome.rows);
  const shows = preferences.returns === "representation";
  const total = preferences.countsAll ? outcome.rows : null;
  const headers: Record<string, string> = {
    "Content-Range":
      write.verb === "update" ? contentRange(0, outcome.rows - 1, total) : contentRange(1, 0, total),
  };
  if (preferences.applied.length > 0) headers["Preference-Applied"] = preferences.applied.join(", ");
  if (shows) headers["Content-Type"] = contentTypes[mediaType];
  return {
    status: statusOf(write, shows, outcome),
    headers,
    body: shows ? bodyIn(mediaType, statement, outcome) : null,
  };
}

/** An upsert that only updated answers 200. */
function statusOf(write: Write, shows: boolean, { rows, updated }: Outcome): number {
  if (write.verb !== "insert") return shows ? 200 : 204;
  return write.onConflict?.merges && rows - (updated ?? 0) <= 0 ? 200 : 201;
}

export function refuseTooMany({ maxAffected }: Preferences, rows: number): void {
  if (maxAffected === null || rows <= maxAffected) return;
  throw new RestError(400, {
    code: "PGRST124",
    message: "Query result exceeds max-affected preference constraint",
    details: `The query affects ${rows} rows`,
  });
}
