import type { Body } from "./body.ts";
import type { MediaType, Preferences } from "./preferences.ts";
import type { Statement } from "./sql.ts";

/** What is to be done, decided before the database is asked. */
export type Plan = {
  statement: Statement;
  readOnly: boolean;
  /** Turns what came back into the answer. A refusal it throws undoes the work. */
  answer(outcome: Outcome): Answer;
};

/** What came back. `total` when all rows were counted, `updated` after an upsert. */
export type Outcome = { body: string; rows: number; total: number | null; updated: number | null };

export type Answer = { status: number; headers: Record<string, string>; body: string | null };

/** A request to a table or function, its headers read. */
export type RestRequest = {
  method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  name: string;
  parameters: readonly [name: string, value: string][];
  preferences: Preferences;
  mediaType: MediaType;
  range: string | undefined;
  body: Body | null;
};
