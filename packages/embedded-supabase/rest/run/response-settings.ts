import { z } from "zod";
import { RestError } from "../errors.ts";
import type { RestResponse } from "../plan/plan.ts";

/** Values that functions set with `set_config('response.status', …)` and `set_config('response.headers', …)`. */
export type ResponseSettings = { status: string | null; headers: string | null };

/** Header names and values that HTTP allows. */
export const HeaderRecordSchema = z.record(
  z.string().regex(/^[!#$%&'*+\-.^_`|~\w]+$/),
  z.string().regex(/^[\t\x20-\x7e]*$/),
);

const HeadersSchema = z.array(HeaderRecordSchema.refine((header) => Object.keys(header).length === 1));

const MIN_STATUS = 200;
const MAX_STATUS = 599;
/** Statuses whose responses have no body. */
export const STATUSES_WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Applies the status and headers that functions set.
 * @see https://docs.postgrest.org/en/stable/references/transactions.html#response-headers
 * @throws {RestError} PGRST111 for invalid headers, PGRST112 for an invalid status
 */
export function applyResponseSettings(response: RestResponse, settings: ResponseSettings): RestResponse {
  if (settings.status === null && settings.headers === null) {
    return response;
  }
  const customHeaders = settings.headers === null ? [] : parseHeaders(settings.headers);
  const status = settings.status === null ? response.status : parseStatus(settings.status);
  return {
    ...response,
    status,
    customHeaders,
    body: STATUSES_WITHOUT_BODY.has(status) ? null : response.body,
  };
}

/** Parses the status of a final response. Returns null if it is invalid. */
export function toFinalStatus(text: string): number | null {
  const status = /^\d{3}$/.test(text) ? Number(text) : 0;
  return status >= MIN_STATUS && status <= MAX_STATUS ? status : null;
}

function parseStatus(text: string): number {
  const status = toFinalStatus(text);
  if (status === null) {
    throw new RestError(500, {
      code: "PGRST112",
      message: "response.status guc must be a valid status code",
    });
  }
  return status;
}

function parseHeaders(text: string): [string, string][] {
  const parsed = HeadersSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new RestError(500, {
      code: "PGRST111",
      message:
        "response.headers guc must be a JSON array composed of objects with a single key and a string value",
    });
  }
  return parsed.data.flatMap((header) => Object.entries(header));
}

/** Returns null for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
