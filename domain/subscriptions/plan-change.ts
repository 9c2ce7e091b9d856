import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { type Cents, formatDollars, formatPrice, subtractCents } from "#domain/money/money.ts";

export type PlanChange = {
  /** Null if the price of the current plan is unknown. */
  currentPrice: Cents | null;
  newPrice: Cents;
  /** The next charge of the current plan. Null if it is unknown. */
  nextCharge: CalendarDate | null;
};

/**
 * Describes what a change costs and when it takes effect. In Square, a plan changes at the end of the paid period.
 * @param today in the firm's time zone
 */
export function describePlanChange(
  { currentPrice, newPrice, nextCharge }: PlanChange,
  today: CalendarDate,
): { summary: string; details: string } {
  const startsOn = nextCharge !== null && nextCharge > today ? formatDate(nextCharge) : null;
  const previous =
    currentPrice === null || currentPrice === newPrice ? "" : ` instead of ${formatPrice(currentPrice)}`;
  return {
    summary: `From ${startsOn ?? "your next charge"}: ${formatPrice(newPrice)}${previous} per month`,
    details: [
      formatDifference(currentPrice, newPrice),
      `Next charge: ${formatDollars(newPrice)}${startsOn ? ` on ${startsOn}` : ""}.`,
    ]
      .filter(Boolean)
      .join(" "),
  };
}

function formatDifference(currentPrice: Cents | null, newPrice: Cents): string {
  if (currentPrice === null) {
    return "";
  }
  if (newPrice === currentPrice) {
    return "Your price stays the same.";
  }
  return newPrice > currentPrice
    ? `You pay ${formatPrice(subtractCents(newPrice, currentPrice))} more per month.`
    : `You save ${formatPrice(subtractCents(currentPrice, newPrice))} per month.`;
}
