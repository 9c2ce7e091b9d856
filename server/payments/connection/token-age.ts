import type { Connection } from "#server/payments/connection/connection-store.ts";

const DAY_MS = 86_400_000;
/** Square recommends renewing tokens every 7 days, even if they are not used. */
const RENEW_AFTER_DAYS = 7;
/** Renewal has been failing for a day at this age. Square recommends an alert. */
const WARN_AFTER_DAYS = 8;

type TokenDates = Pick<Connection, "connected_at" | "refreshed_at" | "renewal_error">;

/** Full days since the tokens were last renewed. */
function tokenAgeInDays({ refreshed_at, connected_at }: TokenDates, now: Date): number {
  return Math.floor((now.getTime() - (refreshed_at ?? connected_at).getTime()) / DAY_MS);
}

export function isDueForRenewal(connection: TokenDates, now: Date): boolean {
  return tokenAgeInDays(connection, now) >= RENEW_AFTER_DAYS;
}

/** The dashboard's warning: renewal failed, or is overdue without a known failure. */
export function renewalWarning(connection: TokenDates, now: Date): string | null {
  if (connection.renewal_error) {
    return `We couldn't renew access to Square. ${connection.renewal_error}`;
  }
  const age = tokenAgeInDays(connection, now);
  return age >= WARN_AFTER_DAYS ? `Access to Square hasn't been renewed for ${age} days.` : null;
}
