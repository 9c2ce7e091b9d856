import { ApiError, isDatabaseAway } from "#server/errors.ts";
import { ProviderError } from "#server/payments/provider-error.ts";

const LONGEST = 300;

/** What the network, the disk and mail servers say by code, in the words of an administrator. */
const BY_CODE: Record<string, string> = {
  ECONNREFUSED: "A server it needs refused the connection.",
  ECONNRESET: "A server it needs broke off the connection.",
  ECONNECTION: "A server it needs could not be reached.",
  ENOTFOUND: "The name of a server it needs is not known.",
  EAI_AGAIN: "The name of a server it needs could not be looked up.",
  EHOSTUNREACH: "A server it needs could not be reached.",
  ETIMEDOUT: "A server it needs did not answer in time.",
  ESOCKET: "A server it needs could not be reached.",
  EDNS: "The name of a server it needs could not be looked up.",
  EAUTH: "The mail server refused the user name or password.",
  EENVELOPE: "The mail server refused the sender or the recipient.",
  EMESSAGE: "The mail server refused the message.",
  ENOSPC: "The disk is full.",
  EACCES: "A file or folder may not be written.",
};

/**
 * Why a job failed, in words an administrator may read: sentences that were written for people, and ours for known
 * codes. Anything else could name tables, paths or people, so the log alone has it.
 */
export function failureWords(cause: unknown): string {
  if (cause instanceof AggregateError) return failureWords(cause.errors[0]);
  if (cause instanceof ApiError || cause instanceof ProviderError) return cause.message.slice(0, LONGEST);
  if (!(cause instanceof Error)) return UNEXPECTED;
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const words = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  if (words) return words;
  if (isDatabaseAway(cause)) return "The database did not answer.";
  return UNEXPECTED;
}

const UNEXPECTED = "Something unexpected went wrong; the server’s log has the details.";
