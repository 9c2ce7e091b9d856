// Columns store dollars, business rules use whole cents, and screens show US dollars.

/** A dollar amount as read from a column: a number or a numeric string. */
export type Dollars = number | string;

const DECIMAL_PATTERN = /^(-?)(\d+)(?:\.(\d*))?$/;

/**
 * Converts dollars to cents from their decimal digits, without binary arithmetic: 1.005 is 101, 0.1 + 0.2 is 30.
 * Rounds half away from zero, like PostgreSQL's numeric. Null and undefined are 0.
 * @throws {RangeError} when the value is not a number or exceeds 2^53 cents.
 */
export function toCents(dollars: Dollars | null | undefined): number {
  if (dollars === null || dollars === undefined) {
    return 0;
  }
  const parts = DECIMAL_PATTERN.exec(toDecimalString(dollars));
  if (!parts) {
    throw new RangeError(`not an amount: ${JSON.stringify(dollars)}`);
  }
  const [, sign, whole = "0", fraction = ""] = parts;
  const digits = fraction.padEnd(3, "0");
  const roundsUp = digits.charAt(2) >= "5";
  const cents = Number(whole + digits.slice(0, 2)) + (roundsUp ? 1 : 0);
  if (!Number.isSafeInteger(cents)) {
    throw new RangeError(`amount too large: ${JSON.stringify(dollars)}`);
  }
  return sign === "-" && cents !== 0 ? -cents : cents;
}

/** Decimal digits of a number, without floating-point noise after the sixth decimal. No column stores more. */
function toDecimalString(dollars: Dollars): string {
  if (typeof dollars === "string") {
    return dollars.trim();
  }
  if (!Number.isFinite(dollars) || Math.abs(dollars) >= 1e15) {
    return "";
  }
  return dollars.toFixed(Math.abs(dollars) < 1e9 ? 6 : 2);
}

const usdFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Formats cents, such as "$1,234.56" or "-$1,234.56". */
export function formatDollars(cents: number): string {
  return usdFormat.format(cents / 100);
}

const integerFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Formats cents in thousands of dollars without decimals, such as "$12K". */
export function formatThousands(cents: number): string {
  const rounded = Math.round(Math.abs(cents) / 100_000);
  return `${cents < 0 && rounded > 0 ? "-" : ""}$${integerFormat.format(rounded)}K`;
}

/** Rounded percentage between 0 and 100. Returns 0 when the whole is 0. */
export function percentOf(partCents: number, wholeCents: number): number {
  if (wholeCents <= 0) {
    return 0;
  }
  return Math.min(100, Math.max(0, Math.round((partCents / wholeCents) * 100)));
}
