import { type Cents, cents } from "#domain/money/money.ts";

/** Computes `amount × factor ÷ divisor` for integers that are not negative, exactly, and rounds half up. */
export function scaleHalfUp(amount: number, factor: number, divisor: number): Cents {
  const doubled = 2n * BigInt(amount) * BigInt(factor);
  return cents(Number((doubled + BigInt(divisor)) / (2n * BigInt(divisor))));
}

/** Like `scaleHalfUp`, but rounds down. */
export function scaleDown(amount: number, factor: number, divisor: number): Cents {
  return cents(Number((BigInt(amount) * BigInt(factor)) / BigInt(divisor)));
}
