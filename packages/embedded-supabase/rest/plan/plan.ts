import type { Statement } from "../compile/sql.ts";
import type { MediaType } from "../parse/accept.ts";
import type { Preferences } from "../parse/preferences.ts";
import type { RequestBody } from "../parse/request-body.ts";

/** A validated request, compiled to one statement. */
export type Plan = {
  statement: Statement;
  readOnly: boolean;
  /** Builds the response from the statement's result. Throwing an error rolls back the transaction. */
  toResponse(result: StatementResult): RestResponse;
};

/** The result of a statement. `total` is set if all rows were counted, and `updated` after an upsert. */
export type StatementResult = { body: string; rows: number; total: number | null; updated: number | null };

/** `customHeaders` are set by functions and replace headers with the same name. */
export type RestResponse = {
  status: number;
  headers: Record<string, string>;
  customHeaders?: readonly [name: string, value: string][];
  body: string | null;
};

/** A parsed request to a table or function. */
export type RestRequest = {
  method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  name: string;
  parameters: readonly [name: string, value: string][];
  preferences: Preferences;
  mediaType: MediaType;
  range: string | undefined;
  body: RequestBody | null;
};
