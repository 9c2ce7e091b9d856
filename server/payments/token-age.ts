import type { Connection } from "#server/payments/connection.ts";

const DAY_MS = 86_400_000;
/** Square recommends a new token every seven days, used or not. */
const RENEW_AFTER_DAYS = 7;
/** By then renewing has been tried for a day; Square recommends an alarm. */
const ALARM_AFTER_DAYS = 8;

type Aged = Pick<Connection, "connected_at" | "refreshed_at" | "renewal_error">;

/** Whole days since the tokens were last renewed. */
export function tokenAgeInDays({ refreshed_at, connected_at }: Aged, now: Date): number {
  return Math.floor((now.getTime() - (refreshed_at ?? connected_at).getTime()) / DAY_MS);
}

export function isDueForRenewal(connection: Aged, now: Date): boolean {
  return tokenAgeInDays(connection, now) >= RENEW_AFTER_DAYS;
}

/** What the dashboard says about renewing: that it failed, or that it is overdue although nothing is known to have failed. */
export function renewalAlarm(connection: Aged, now: Date): string | null {
  if (connection.renewal_error) return `Access to Square could not be renewed. ${connection.renewal_error}`;
  const age = tokenAgeInDays(connection, now);
  return age >= ALARM_AFTER_DAYS ? `Access to Square has not been renewed for ${age} days.` : null;
}
