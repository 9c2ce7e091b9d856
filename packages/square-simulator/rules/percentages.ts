/**
 * A percentage of an amount in whole cents, rounded half up.
 * `percentage` is Square's text, such as "33.33"; null when it is not a number from 0 to 100.
 */
export function percentageOf(cents: number, percentage: string): number | null {
  const parts = percentageParts(percentage);
  if (parts === null) return null;
  // In whole numbers: 33.33 % of 1,234,567.89 must not pass through a binary fraction.
  const divisor = 100n * parts.scale;
  const product = BigInt(cents) * parts.units;
  return Number((product * 2n + divisor) / (divisor * 2n));
}

/** True when the percentages add up to exactly 100. */
export function addUpToHundred(percentages: string[]): boolean {
  const scale = 10n ** 10n;
  let sum = 0n;
  for (const percentage of percentages) {
    const parts = percentageParts(percentage);
    if (parts === null) return false;
    sum += (parts.units * scale) / parts.scale;
  }
  return sum === 100n * scale;
}

function percentageParts(percentage: string): { units: bigint; scale: bigint } | null {
  const match = /^(\d{1,3})(?:\.(\d{1,10}))?$/.exec(percentage);
  if (!match) return null;
  const fraction = match[2] ?? "";
  const scale = 10n ** BigInt(fraction.length);
  const units = BigInt(`${match[1]}${fraction}`);
  return units > 100n * scale ? null : { units, scale };
}
