import type { RevenueMonth } from "#domain/invoices/reports/revenue.ts";
import { type Cents, cents, ZERO_CENTS } from "#domain/money/money.ts";

// Scale and labels of the revenue chart.

/** The bars of each month, in drawing order. */
export const REVENUE_SERIES = ["billed", "paid", "refunded"] as const;
export type RevenueSeries = (typeof REVENUE_SERIES)[number];

export function getRevenue(month: RevenueMonth, series: RevenueSeries): Cents {
  return month[`${series}Cents`];
}

/** Number of grid lines above zero. */
const GRID_LINES = 3;
/** A month is an outlier if it is this many times larger than the next one. It would flatten all other bars. */
const OUTLIER_RATIO = 3;
const MAX_OUTLIERS = 2;
/** Outliers are cut off only if there are at least this many other months to compare them with. */
const MIN_REGULAR_MONTHS = 3;
const NICE_FACTORS = [1, 2, 2.5, 5, 10];
/** Smallest distance between two lines: $1. */
const MIN_STEP = cents(100);

/** The values of the grid lines, from zero to the top of the chart. Bars of outliers are cut off at the top. */
export function revenueGridLines(months: readonly RevenueMonth[]): Cents[] {
  const peaks = months
    .map(getPeak)
    .filter((peak) => peak > 0)
    .sort((a, b) => b - a);
  const outlierCount = [MAX_OUTLIERS, MAX_OUTLIERS - 1].find((count) => {
    const [smallest, next] = [peaks[count - 1], peaks[count]];
    return (
      peaks.length - count >= MIN_REGULAR_MONTHS &&
      smallest !== undefined &&
      next !== undefined &&
      smallest > OUTLIER_RATIO * next
    );
  });
  const step = niceStep((peaks[outlierCount ?? 0] ?? 0) / GRID_LINES);
  return Array.from({ length: GRID_LINES + 1 }, (_, line) => cents(line * step));
}

/** The smallest round number that is at least the given one, such as 2,500 for 2,100. */
function niceStep(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(value, MIN_STEP)));
  const factor = NICE_FACTORS.find((each) => each * magnitude >= value) ?? 10;
  return Math.max(MIN_STEP, Math.round(factor * magnitude));
}

function getPeak(month: RevenueMonth): Cents {
  return cents(Math.max(...REVENUE_SERIES.map((series) => getRevenue(month, series))));
}

/** A bar whose amount is written above it. */
export type LabeledBar = { month: RevenueMonth["month"]; series: RevenueSeries };

/**
 * The largest amounts billed and paid. A label is omitted where it would cover a taller bar next to it or another label.
 */
export function labeledBars(months: readonly RevenueMonth[]): LabeledBar[] {
  const labeled: { index: number; series: RevenueSeries }[] = [];
  for (const { index, series, amount } of largestBars(months)) {
    const neighbors = months.slice(Math.max(0, index - 1), index + 2);
    const isFree =
      neighbors.every((month) => getPeak(month) <= amount) &&
      labeled.every((other) => Math.abs(other.index - index) > 1);
    if (amount > 0 && isFree) {
      labeled.push({ index, series });
    }
  }
  return labeled.flatMap(({ index, series }) => {
    const month = months[index]?.month;
    return month ? [{ month, series }] : [];
  });
}

/** The largest bar of each labeled series, the larger one first. */
function largestBars(months: readonly RevenueMonth[]) {
  return (["billed", "paid"] as const)
    .map((series) => {
      const amounts = months.map((month) => getRevenue(month, series));
      const amount = cents(Math.max(ZERO_CENTS, ...amounts));
      return { series, amount, index: amounts.indexOf(amount) };
    })
    .sort((a, b) => b.amount - a.amount);
}
