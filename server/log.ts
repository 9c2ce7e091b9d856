import pino from "pino";
import { workContext } from "#server/work-context.ts";

/** The log: one JSON line an event. Never a password, token, message or e-mail address. */
export type Logger = Pick<pino.Logger, "debug" | "info" | "warn" | "error">;

/** Makes the log. `write` stands in for stdout where a test reads the lines. */
export function createLog(level: string, write?: (line: string) => void): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    mixin: () => workContext() ?? {},
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // A second wall: nobody should pass these, and if somebody does they stay out of the line.
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[withheld]",
    },
  };
  return write ? pino(options, { write }) : pino(options);
}

const SECRETS = [
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
