/**
 * Computes a percentage of an amount in cents, rounded half up.
 * `percentage` is a decimal string such as "33.33". Returns null if it is not a number from 0 to 100.
 */
export function applyPercentage(cents: number, percentage: string): number | null {
  const parts = parsePercentage(percentage);
  if (parts === null) {
    return null;
  }
  // Use integers, because floating-point math misrounds values such as 33.33 % of 1,234,567.89.
  const divisor = 100n * parts.scale;
  const product = BigInt(cents) * parts.units;
  return Number((product * 2n + divisor) / (divisor * 2n));
}

/** Whether the percentages add up to exactly 100. */
export function addUpTo100(percentages: string[]): boolean {
  const scale = 10n ** 10n;
  let sum = 0n;
  for (const percentage of percentages) {
    const parts = parsePercentage(percentage);
    if (parts === null) {
      return false;
    }
    sum += (parts.units * scale) / parts.scale;
  }
  return sum === 100n * scale;
}

function parsePercentage(percentage: string): { units: bigint; scale: bigint } | null {
  const match = /^(\d{1,3})(?:\.(\d{1,10}))?$/.exec(percentage);
  if (!match) {
    return null;
  }
  const fraction = match[2] ?? "";
  const scale = 10n ** BigInt(fraction.length);
  const units = BigInt(`${match[1]}${fraction}`);
  return units > 100n * scale ? null : { units, scale };
}
