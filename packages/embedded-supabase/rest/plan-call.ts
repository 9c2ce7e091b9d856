import { bodyIn, contentTypes, onlyElement } from "./answer.ts";
import type { Catalogue, Routine } from "./catalogue.ts";
import { type Arguments, compileCall } from "./compile-call.ts";
import { invalidBody } from "./errors.ts";
import { findRoutine } from "./find-routine.ts";
import { parseQuery } from "./parse-query.ts";
import type { Answer, Outcome, Plan, RestRequest } from "./plan.ts";
import { refuseTooMany } from "./plan-write.ts";
import { applyRange, contentRange, rangeStatus } from "./range.ts";
import type { Statement } from "./sql.ts";

/** `POST` of a function with its arguments in the body; `GET` and `HEAD` with its arguments in the address. */
export function planCall(catalogue: Catalogue, request: RestRequest): Plan {
  const args = argumentsOf(catalogue, request);
  const routine = findRoutine(
    catalogue,
    request.name,
    args.kind === "json" ? args.names : [...args.texts.keys()],
  );
  const rest = request.parameters.filter(([name]) => args.kind === "json" || !args.texts.has(name));
  const { root } = parseQuery(rest);
  applyRange(root, request.method === "POST" ? undefined : request.range);
  const shows = request.method !== "HEAD" && request.preferences.returns !== "minimal";
  const format = !shows ? "nothing" : request.mediaType === "csv" ? "csv" : "json";
  const { countsAll } = request.preferences;
  const statement = compileCall(catalogue, routine, args, root, { format, countsAll });
  return {
    statement,
    readOnly: request.method !== "POST" || !routine.isVolatile,
    answer(outcome) {
      refuseTooMany(request.preferences, outcome.rows);
      return answerOf(request, routine, statement, outcome, root.offset);
    },
  };
}

/** In an address, what is named like a parameter is an argument; the rest selects and filters. */
function argumentsOf(catalogue: Catalogue, { method, name, parameters, body }: RestRequest): Arguments {
  if (method === "POST") {
    const { text, value } = body ?? { text: "{}", value: {} };
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw invalidBody("The arguments of a function are one object");
    }
    return { kind: "json", json: text, names: Object.keys(value) };
  }
  const routines = catalogue.routines.get(name) ?? [];
  const names = new Set(routines.flatMap((routine) => routine.parameters.map((parameter) => parameter.name)));
  return { kind: "texts", texts: new Map(parameters.filter(([parameter]) => names.has(parameter))) };
}

function answerOf(
  { method, mediaType, preferences }: RestRequest,
  routine: Routine,
  statement: Statement,
  outcome: Outcome,
  offset: number,
): Answer {
  const range = contentRange(offset, offset + outcome.rows - 1, outcome.total);
  const headers: Record<string, string> = { "Content-Range": range };
  if (preferences.applied.length > 0) headers["Preference-Applied"] = preferences.applied.join(", ");
  if (routine.result.kind === "void") return { status: 204, headers, body: null };
  const status = rangeStatus(offset, outcome.rows, outcome.total);
  if (method === "HEAD") return { status, headers, body: null };
  if (preferences.returns === "minimal") return { status: 204, headers, body: null };
  headers["Content-Type"] = contentTypes[mediaType];
  return { status, headers, body: bodyOfCall(mediaType, routine, statement, outcome) };
}

function bodyOfCall(
  mediaType: RestRequest["mediaType"],
  routine: Routine,
  statement: Statement,
  outcome: Outcome,
): string {
  if (routine.returnsSet || (mediaType === "csv" && routine.result.kind === "rows")) {
    return bodyIn(mediaType, statement, outcome);
  }
  if (routine.result.kind === "scalar") return outcome.body;
  return outcome.rows === 1 ? onlyElement(outcome.body) : "null";
}
