/**
 * Divides an amount among shares in proportion to their sizes. The cents that rounding down leaves go to the shares with
 * the largest fractions, so that the parts always add up to the amount.
 */
export function apportion(amount: number, sizes: readonly number[]): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total === 0) {
    return sizes.map(() => 0);
  }
  const exact = sizes.map((size) => (amount * size) / total);
  const parts = exact.map(Math.floor);
  const rest = amount - parts.reduce((sum, part) => sum + part, 0);
  const byFraction = sizes
    .map((_, index) => index)
    .sort((one, other) => fraction(exact[other]) - fraction(exact[one]) || one - other);
  for (const index of byFraction.slice(0, rest)) {
    parts[index] = (parts[index] ?? 0) + 1;
  }
  return parts;
}

function fraction(value = 0): number {
  return value - Math.floor(value);
}
