import { AuthError } from "./errors.ts";
import { pauseLeft } from "./send-link.ts";

/** Throws an AuthError 429 when a signed-in person asks for a second mail of a kind within a minute. */
export function refuseTooSoon(lastSent: Date | null, at: Date): void {
  const seconds = Math.ceil(pauseLeft(lastSent, at) / 1000);
  if (seconds === 0) return;
  throw new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { "Retry-After": String(seconds) } },
  );
}
