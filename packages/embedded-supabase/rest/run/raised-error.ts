import type pg from "pg";
import { z } from "zod";
import { RestError } from "../errors.ts";
import { HeaderRecordSchema, parseJson, toFinalStatus } from "./response-settings.ts";

const MessageSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});

const DetailSchema = z.object({
  status: z.number().refine((status) => toFinalStatus(String(status)) !== null),
  headers: HeaderRecordSchema,
});

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

/**
 * Returns the error that a function raises with `raise sqlstate 'PGRST'` or `raise sqlstate 'PT409'`, or null for every
 * other error. An invalid status after `PT` becomes 500.
 * @see https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
 */
export function toRaisedError(error: pg.DatabaseError): RestError | null {
  const code = error.code ?? "";
  if (code === "PGRST") {
    return parseRaisedError(error);
  }
  if (!code.startsWith("PT")) {
    return null;
  }
  return new RestError(toFinalStatus(code.slice(2)) ?? 500, {
    code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
  });
}

function parseRaisedError({ message, detail }: pg.DatabaseError): RestError {
  const body = MessageSchema.safeParse(parseJson(message));
  if (!body.success) {
    return invalidRaise(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT);
  }
  if (!detail) {
    return invalidRaise("DETAIL is missing in the RAISE statement", DETAIL_HINT);
  }
  const response = DetailSchema.safeParse(parseJson(detail));
  if (!response.success) {
    return invalidRaise(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT);
  }
  const { code, message: text, details, hint } = body.data;
  return new RestError(
    response.data.status,
    { code, message: text, details: details ?? null, hint: hint ?? null },
    response.data.headers,
  );
}

function invalidRaise(details: string, hint: string): RestError {
  return new RestError(500, {
    code: "PGRST121",
    message: "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
    details,
    hint,
  });
}
