/** Money. Columns hold dollars, rules count in cents (whole numbers), screens show US dollars. */

/** An amount as a column gives it: a number, or the text of one. */
export type Dollars = number | string;

const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/;

/**
 * Dollars to cents, by their decimal digits and never by binary arithmetic: 1.005 is 101, 0.1 + 0.2 is 30.
 * A third decimal rounds half away from zero, as PostgreSQL's numeric does. Null and missing count as 0.
 * Throws a RangeError for what is no amount (NaN, "abc", more than 2^53 cents).
 */
export function toCents(dollars: Dollars | null | undefined): number {
  if (dollars === null || dollars === undefined) return 0;
  const parts = DECIMAL.exec(plainDigits(dollars));
  if (!parts) throw new RangeError(`not an amount: ${JSON.stringify(dollars)}`);
  const [, sign, whole = "0", fraction = ""] = parts;
  const digits = fraction.padEnd(3, "0");
  const roundsUp = digits.charAt(2) >= "5";
  const cents = Number(whole + digits.slice(0, 2)) + (roundsUp ? 1 : 0);
  if (!Number.isSafeInteger(cents)) throw new RangeError(`amount too large: ${JSON.stringify(dollars)}`);
  return sign === "-" && cents !== 0 ? -cents : cents;
}

/** A number's digits without the float noise after the sixth decimal, which no column holds. */
function plainDigits(dollars: Dollars): string {
  if (typeof dollars === "string") return dollars.trim();
  if (!Number.isFinite(dollars) || Math.abs(dollars) >= 1e15) return "";
  return dollars.toFixed(Math.abs(dollars) < 1e9 ? 6 : 2);
}

const withCents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Cents as "$1,234.56"; negative amounts as "-$1,234.56". */
export function formatDollars(cents: number): string {
  return withCents.format(cents / 100);
}

const thousands = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Cents as thousands of dollars without decimals, "$12K" (the dashboard, specification section 2). */
export function formatThousands(cents: number): string {
  const rounded = Math.round(Math.abs(cents) / 100_000);
  return `${cents < 0 && rounded > 0 ? "-" : ""}$${thousands.format(rounded)}K`;
}

/** A part of a whole in rounded percent, between 0 and 100; nothing of nothing is 0. */
export function percentOf(partCents: number, wholeCents: number): number {
  if (wholeCents <= 0) return 0;
  return Math.min(100, Math.max(0, Math.round((partCents / wholeCents) * 100)));
}
