import type { Money } from "../wire/money.ts";

/** Formats an amount, such as $1,250.00. */
export function formatMoney(money: Money): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: money.currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(money.amount / 10 ** digits);
}

/** Formats a calendar date, such as November 21, 2026. */
export function formatDate(date: string): string {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}
