import { AuthError } from "../http/errors.ts";

const EMAIL_INTERVAL_MS = 60_000;

/** Milliseconds until the next email of a kind may be sent to a user; 0 if it may be sent now. */
export function remainingInterval(lastSentAt: Date | null, at: Date): number {
  return lastSentAt === null ? 0 : Math.max(0, lastSentAt.getTime() + EMAIL_INTERVAL_MS - at.getTime());
}

/** @throws {AuthError} 429 if the last email of this kind was sent less than a minute ago. */
export function requireEmailInterval(lastSentAt: Date | null, at: Date): void {
  const seconds = Math.ceil(remainingInterval(lastSentAt, at) / 1000);
  if (seconds === 0) {
    return;
  }
  throw new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { "Retry-After": String(seconds) } },
  );
}
