import type { RevenueMonth } from "#domain/invoices/revenue.ts";
import { type Cents, formatDollars, formatThousands, ZERO_CENTS } from "#domain/money/money.ts";

const CHART_HEIGHT = 160;
const BAR_WIDTH = { billed: 20, paid: 12, refunded: 4 };

/**
 * Bar chart with one column per month. Paid amounts are drawn over billed amounts, and refunds over paid amounts. The
 * current month and the month with the highest paid amount are labeled.
 */
export function RevenueBars({ months }: { months: readonly RevenueMonth[] }) {
  const maxCents = Math.max(
    1,
    ...months.flatMap(({ billedCents, paidCents, refundedCents }) => [billedCents, paidCents, refundedCents]),
  );
  const barHeight = (cents: Cents) => (cents > 0 ? Math.max(2, (cents / maxCents) * CHART_HEIGHT) : 0);
  const [bestMonth] = [...months].sort((a, b) => b.paidCents - a.paidCents);
  return (
    <div
      role="img"
      aria-label={`Amounts billed, paid and refunded over ${months.length} months. Best month: ${bestMonth?.label}, ${formatThousands(bestMonth?.paidCents ?? ZERO_CENTS)} paid.`}
      className="grid grid-cols-12 items-end gap-1"
    >
      {months.map(({ month, label, billedCents, paidCents, refundedCents }) => (
        <div key={month} className="grid min-w-0 justify-items-center gap-1 text-center">
          <span className="tabular text-13 text-muted max-sm:hidden">
            {month === bestMonth?.month || month === months.at(-1)?.month ? formatThousands(paidCents) : ""}
          </span>
          <svg
            viewBox={`0 0 ${BAR_WIDTH.billed} ${CHART_HEIGHT}`}
            width={BAR_WIDTH.billed}
            height={CHART_HEIGHT}
            aria-hidden="true"
            className="max-w-full"
          >
            <title>{`${label}: ${formatDollars(billedCents)} billed, ${formatDollars(paidCents)} paid, ${formatDollars(refundedCents)} refunded`}</title>
            <line x1="0" x2={BAR_WIDTH.billed} y1={CHART_HEIGHT} y2={CHART_HEIGHT} className="stroke-line" />
            <rect
              x="0"
              y={CHART_HEIGHT - barHeight(billedCents)}
              width={BAR_WIDTH.billed}
              height={barHeight(billedCents)}
              rx="2"
              className="fill-edge"
            />
            <rect
              x={(BAR_WIDTH.billed - BAR_WIDTH.paid) / 2}
              y={CHART_HEIGHT - barHeight(paidCents)}
              width={BAR_WIDTH.paid}
              height={barHeight(paidCents)}
              rx="2"
              className="fill-accent"
            />
            <rect
              x={(BAR_WIDTH.billed - BAR_WIDTH.refunded) / 2}
              y={CHART_HEIGHT - barHeight(refundedCents)}
              width={BAR_WIDTH.refunded}
              height={barHeight(refundedCents)}
              rx="1"
              className="fill-negative"
            />
          </svg>
          <span className="w-full truncate text-13 text-faint">
            <span className="sm:hidden">{label.charAt(0)}</span>
            <span className="max-sm:hidden">{label.slice(0, 3)}</span>
          </span>
        </div>
      ))}
    </div>
  );
}
