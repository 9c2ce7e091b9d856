import type { Connection } from "#server/payments/connection/connection-store.ts";

const DAY_MS = 86_400_000;
/** Square recommends renewing tokens every 7 days, even if they are not used. */
const RENEW_AFTER_DAYS = 7;
/** At this age, renewal has been overdue for a day. Square recommends an alert. */
const WARN_AFTER_DAYS = 8;

type TokenDates = Pick<Connection, "connected_at" | "refreshed_at" | "renewal_error">;

/** Returns the number of full days since the tokens were last renewed. */
function getTokenAgeInDays({ refreshed_at, connected_at }: TokenDates, now: Date): number {
  return Math.floor((now.getTime() - (refreshed_at ?? connected_at).getTime()) / DAY_MS);
}

export function isDueForRenewal(connection: TokenDates, now: Date): boolean {
  return getTokenAgeInDays(connection, now) >= RENEW_AFTER_DAYS;
}

/** Returns the dashboard's warning if renewal has failed or is overdue, otherwise null. */
export function getRenewalWarning(connection: TokenDates, now: Date): string | null {
  if (connection.renewal_error) {
    return `We couldn't renew access to Square. ${connection.renewal_error}`;
  }
  const ageInDays = getTokenAgeInDays(connection, now);
  return ageInDays >= WARN_AFTER_DAYS ? `Access to Square hasn't been renewed for ${ageInDays} days.` : null;
}
