// Columns store dollars, business rules use whole cents, and screens show US dollars.

import type { Cents, Dollars } from "#supabase/value-types.ts";

export type { Cents, Dollars };

const DECIMAL_PATTERN = /^(-?)(\d+)(?:\.(\d*))?$/;

/**
 * Converts a number to cents after checking it. Use it for literals and results of arithmetic.
 * @throws {RangeError} for fractions of a cent, NaN and amounts beyond 2^53 cents, where integers are no longer exact.
 */
export function cents(value: number): Cents {
  if (!isCents(value)) {
    throw new RangeError(`not whole cents: ${value}`);
  }
  return value;
}

function isCents(value: number): value is Cents {
  return Number.isSafeInteger(value);
}

export const ZERO_CENTS = cents(0);

/** @throws {RangeError} when the sum exceeds 2^53 cents. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

/** @throws {RangeError} when the sum exceeds 2^53 cents. */
export function addCents(amount: Cents, added: Cents): Cents {
  return cents(amount + added);
}

/** Subtracts two amounts. The result is negative when the second amount is larger. */
export function subtractCents(amount: Cents, subtracted: Cents): Cents {
  return cents(amount - subtracted);
}

/**
 * Converts a number or numeric string to dollars after checking it. Use it for literals and input.
 * @throws {RangeError} when the value is not a decimal number, such as "1e3", or is not smaller than 10^15.
 */
export function dollars(value: number | string): Dollars {
  if (!isDollars(value)) {
    throw new RangeError(`not an amount: ${JSON.stringify(value)}`);
  }
  return value;
}

function isDollars(value: number | string): value is Dollars {
  return DECIMAL_PATTERN.test(toDecimalString(value));
}

/**
 * Converts dollars to cents from their decimal digits, without binary arithmetic: 1.005 is 101, 0.1 + 0.2 is 30.
 * Rounds half away from zero, like PostgreSQL's numeric. Null and undefined are 0.
 * @throws {RangeError} when the value is not a number or exceeds 2^53 cents.
 */
export function toCents(dollars: Dollars | null | undefined): Cents {
  if (dollars === null || dollars === undefined) {
    return ZERO_CENTS;
  }
  const parts = DECIMAL_PATTERN.exec(toDecimalString(dollars));
  if (!parts) {
    throw new RangeError(`not an amount: ${JSON.stringify(dollars)}`);
  }
  const [, sign, whole = "0", fraction = ""] = parts;
  const fractionDigits = fraction.padEnd(3, "0");
  const roundsUp = fractionDigits.charAt(2) >= "5";
  const amount = Number(whole + fractionDigits.slice(0, 2)) + (roundsUp ? 1 : 0);
  return cents(sign === "-" && amount !== 0 ? -amount : amount);
}

/** Converts cents to dollars with two decimals, exactly: 105 is "1.05". */
export function toDollars(amount: Cents): Dollars {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return dollars(`${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** Formats a number with at most six decimals, which removes floating-point noise. No column stores more decimals. */
function toDecimalString(dollars: number | string): string {
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
export function formatDollars(cents: Cents): string {
  return usdFormat.format(cents / 100);
}

/** Formats a price without cents if it is round: "$350" or "$349.50". Use it for rates and plans, not for invoices. */
export function formatPrice(cents: Cents): string {
  return formatDollars(cents).replace(/\.00$/, "");
}

const integerFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Formats cents in thousands of dollars without decimals, such as "$12K". */
export function formatThousands(cents: Cents): string {
  const roundedThousands = Math.round(Math.abs(cents) / 100_000);
  return `${cents < 0 && roundedThousands > 0 ? "-" : ""}$${integerFormat.format(roundedThousands)}K`;
}

const compactFormat = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
});

/** Formats cents for a chart, such as "$950", "$12.5K" or "$1.6M". */
export function formatCompactDollars(cents: Cents): string {
  return compactFormat.format(cents / 100);
}

/** Returns a rounded percentage between 0 and 100, or 0 when the whole is 0. */
export function toPercent(part: number, whole: number): number {
  if (whole <= 0) {
    return 0;
  }
  return Math.min(100, Math.max(0, Math.round((part / whole) * 100)));
}
