import { useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { moveFocus } from "#app/ui/roving-focus.ts";
import type { RevenueMonth } from "#domain/invoices/reports/revenue.ts";
import {
  getRevenue,
  labeledBars,
  type RevenueSeries,
  revenueGridLines,
} from "#domain/invoices/reports/revenue-chart.ts";
import { type Cents, formatCompactDollars, formatDollars, ZERO_CENTS } from "#domain/money/money.ts";

export const SERIES_COLORS = {
  billed: "bg-edge",
  paid: "bg-accent",
  refunded: "bg-negative",
} satisfies Record<RevenueSeries, string>;

type RevenueBarsProps = {
  months: readonly RevenueMonth[];
  shownSeries: readonly RevenueSeries[];
  /** Called with the hovered or focused month, or null. */
  onShow: (month: RevenueMonth | null) => void;
};

/**
 * Bar chart with a group of bars per month. Each month can be hovered, focused and tapped. Arrow keys move between
 * months.
 */
export function RevenueBars({ months, shownSeries, onShow }: RevenueBarsProps) {
  const gridLines = revenueGridLines(months);
  const topCents = gridLines.at(-1) ?? ZERO_CENTS;
  const labels = labeledBars(months);
  const [focusable, setFocusable] = useState(months.length - 1);
  return (
    // Space above the plot for the labels of the highest bars.
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-11">
      <GridLineLabels gridLines={gridLines} />
      <div className="relative">
        <GridLines count={gridLines.length} />
        <ul
          aria-label="Revenue by month"
          className="relative grid grid-cols-12"
          onKeyDown={(event) => moveFocus(event, "button", "horizontal")}
          onPointerLeave={() => onShow(null)}
          onBlur={() => onShow(null)}
        >
          {months.map((month, index) => (
            <li key={month.month} className="min-w-0">
              <button
                type="button"
                tabIndex={index === focusable ? 0 : -1}
                aria-label={describeMonth(month, shownSeries)}
                className="group block w-full cursor-default rounded-small"
                onPointerEnter={() => onShow(month)}
                onClick={() => onShow(month)}
                onFocus={() => {
                  setFocusable(index);
                  onShow(month);
                }}
              >
                <span className="flex h-40 items-end justify-center gap-0.5 rounded-small px-0.5 group-hover:bg-raised/60 group-focus-visible:bg-raised/60">
                  {shownSeries.map((series) => (
                    <Bar
                      key={series}
                      cents={getRevenue(month, series)}
                      topCents={topCents}
                      series={series}
                      isLabeled={labels.some((bar) => bar.month === month.month && bar.series === series)}
                    />
                  ))}
                </span>
                <span className="mt-1 block truncate text-center text-13 text-faint group-hover:text-text">
                  <span className="sm:hidden">{month.label.charAt(0)}</span>
                  <span className="max-sm:hidden">{month.label.slice(0, 3)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function describeMonth(month: RevenueMonth, shownSeries: readonly RevenueSeries[]): string {
  const amounts = shownSeries.map((series) => `${formatDollars(getRevenue(month, series))} ${series}`);
  return `${month.label}: ${amounts.join(", ")}`;
}

function GridLineLabels({ gridLines }: { gridLines: readonly Cents[] }) {
  return (
    <div
      aria-hidden="true"
      className="tabular flex h-40 flex-col-reverse justify-between text-right text-13 text-faint"
    >
      {gridLines.map((value) => (
        // The label has no height, so it is centered on its line.
        <span key={value} className="flex h-0 items-center justify-end">
          {formatCompactDollars(value)}
        </span>
      ))}
    </div>
  );
}

function GridLines({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-0 flex h-40 flex-col justify-between">
      {Array.from({ length: count }, (_, line) => line).map((line) => (
        <span
          key={line}
          className={classNames("h-0 border-t", line === count - 1 ? "border-edge" : "border-line")}
        />
      ))}
    </div>
  );
}

type BarProps = { cents: Cents; topCents: Cents; series: RevenueSeries; isLabeled: boolean };

/** A bar. A bar that exceeds the scale has a gap near its top. */
function Bar({ cents, topCents, series, isLabeled }: BarProps) {
  const isCutOff = cents > topCents;
  const percent = topCents > 0 ? Math.min(100, (cents / topCents) * 100) : 0;
  return (
    <span
      className={classNames("relative min-w-0 flex-1 rounded-t-[2px] sm:max-w-4", SERIES_COLORS[series])}
      // Show any amount as at least a visible line.
      style={{ height: `max(${percent}%, ${cents > 0 ? 2 : 0}px)` }}
    >
      {isCutOff && <span className="absolute inset-x-[-2px] top-4 h-1.5 -skew-y-12 bg-surface" />}
      {isLabeled && (
        <span
          // Use generated content, because the button's accessible name already contains the exact amount.
          data-label={`${formatCompactDollars(cents)}\n${series}`}
          className="tabular absolute bottom-full left-1/2 -translate-x-1/2 pb-0.5 text-center text-13 text-text leading-4 before:whitespace-pre before:content-[attr(data-label)]"
        />
      )}
    </span>
  );
}
