import { ApiError, isDatabaseUnavailable } from "#server/http/errors.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

const MAX_MESSAGE_LENGTH = 300;
const UNEXPECTED_ERROR_MESSAGE = "Something went wrong. See the server log for details.";

/** Messages for error codes from Node.js and nodemailer. */
const MESSAGES_BY_CODE: Record<string, string> = {
  ECONNREFUSED: "A required server refused the connection.",
  ECONNRESET: "A required server closed the connection.",
  ECONNECTION: "A required server couldn't be reached.",
  ENOTFOUND: "A required server's name couldn't be found.",
  EAI_AGAIN: "A required server's name couldn't be looked up.",
  EHOSTUNREACH: "A required server couldn't be reached.",
  ETIMEDOUT: "A required server didn't respond in time.",
  ESOCKET: "A required server couldn't be reached.",
  EDNS: "A required server's name couldn't be looked up.",
  EAUTH: "The mail server rejected the user name or password.",
  EENVELOPE: "The mail server rejected the sender or the recipient.",
  EMESSAGE: "The mail server rejected the email.",
  ENOSPC: "The disk is full.",
  EACCES: "A file or folder isn't writable.",
};

/**
 * Returns the failure message that administrators see. Messages of unexpected errors may contain table names, paths or
 * personal data, so they appear only in the log.
 */
export function getFailureMessage(error: unknown): string {
  if (error instanceof AggregateError) {
    return getFailureMessage(error.errors[0]);
  }
  if (error instanceof ApiError || error instanceof ProviderError) {
    return error.message.slice(0, MAX_MESSAGE_LENGTH);
  }
  if (!(error instanceof Error)) {
    return UNEXPECTED_ERROR_MESSAGE;
  }
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const message = Object.hasOwn(MESSAGES_BY_CODE, code) ? MESSAGES_BY_CODE[code] : undefined;
  if (message) {
    return message;
  }
  return isDatabaseUnavailable(error) ? "The database didn't respond." : UNEXPECTED_ERROR_MESSAGE;
}
