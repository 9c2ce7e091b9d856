import { type Cents, formatPrice, subtractCents } from "#domain/money/money.ts";

export type PlanChange = {
  /** Null if the price of the current plan is unknown. */
  currentPrice: Cents | null;
  newPrice: Cents;
};

/** Describes the price of a change, without a date or a charge, because the firm confirms when the change takes effect. */
export function describePlanChange({ currentPrice, newPrice }: PlanChange): {
  summary: string;
  details: string;
} {
  const previous =
    currentPrice === null || currentPrice === newPrice ? "" : ` instead of ${formatPrice(currentPrice)}`;
  return {
    summary: `New price: ${formatPrice(newPrice)} per month${previous}`,
    details: [
      formatDifference(currentPrice, newPrice),
      "We'll reply within 24 hours and confirm when the change takes effect.",
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
    ? `That's ${formatPrice(subtractCents(newPrice, currentPrice))} more per month.`
    : `That's ${formatPrice(subtractCents(currentPrice, newPrice))} less per month.`;
}
