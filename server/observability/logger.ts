import pino from "pino";
import { getCurrentContext } from "#server/observability/execution-context.ts";

/** Writes one JSON line per event. Never log passwords, tokens, message texts or email addresses. */
export type Logger = Pick<pino.Logger, "debug" | "info" | "warn" | "error">;

/** @param write Replaces stdout in tests. */
export function createLogger(level: string, write?: (line: string) => void): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: () => getCurrentContext() ?? {},
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // Mail servers include the recipient's address in error messages, which would end up in the log.
    hooks: { streamWrite: removeEmailAddresses },
    // These fields must never be logged. They are redacted in case one is logged by mistake.
    redact: {
      paths: REDACTED_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[withheld]",
    },
  };
  return write ? pino(options, { write }) : pino(options);
}

// Consumes escape sequences and whole words, so that each character is scanned once. An address can directly follow an
// escape sequence, as in `rejected\nada@client.example`.
const ESCAPE_OR_WORD =
  /\\(?:u[0-9a-f]{4}|[^u])|[^\s"\\<>()[\],:;@]+(@(?:[\p{L}\p{N}-]+\.)+(?:xn--[a-z0-9-]+|\p{L}{2,}))?/giu;

/** Removes email addresses from a line of JSON. The line stays valid JSON. */
function removeEmailAddresses(line: string): string {
  return line.replace(ESCAPE_OR_WORD, (match, domain?: string) => (domain ? "[address]" : match));
}

const REDACTED_FIELDS = [
  "password",
  "access_token",
  "refresh_token",
  "accessToken",
  "refreshToken",
  "client_secret",
  "authorization",
  "Authorization",
  "cookie",
  "apikey",
  "email",
];
