import { formatThousands } from "#domain/money.ts";
import type { RevenueMonth } from "#domain/revenue.ts";

const HEIGHT = 160;
const BAR = { billed: 20, paid: 12 };

/** One column a month: billed behind, paid in front; above the best month and this one, the paid thousands. The table below has the exact amounts. */
export function RevenueBars({ months }: { months: readonly RevenueMonth[] }) {
  const most = Math.max(1, ...months.flatMap(({ billedCents, paidCents }) => [billedCents, paidCents]));
  const heightOf = (cents: number) => (cents > 0 ? Math.max(2, (cents / most) * HEIGHT) : 0);
  const [best] = [...months].sort((one, other) => other.paidCents - one.paidCents);
  return (
    <div
      role="img"
      aria-label={`Paid and billed in ${months.length} months. Best month: ${best?.label}, ${formatThousands(best?.paidCents ?? 0)} paid.`}
      className="grid grid-cols-12 items-end gap-1"
    >
      {months.map(({ month, label, billedCents, paidCents }) => (
        <div key={month} className="grid min-w-0 justify-items-center gap-1 text-center">
          <span className="tabular text-13 text-muted max-sm:hidden">
            {month === best?.month || month === months.at(-1)?.month ? formatThousands(paidCents) : ""}
          </span>
          <svg
            viewBox={`0 0 ${BAR.billed} ${HEIGHT}`}
            width={BAR.billed}
            height={HEIGHT}
            aria-hidden="true"
            className="max-w-full"
          >
            <title>{label}</title>
            <line x1="0" x2={BAR.billed} y1={HEIGHT} y2={HEIGHT} className="stroke-line" />
            <rect
              x="0"
              y={HEIGHT - heightOf(billedCents)}
              width={BAR.billed}
              height={heightOf(billedCents)}
              rx="2"
              className="fill-edge"
            />
            <rect
              x={(BAR.billed - BAR.paid) / 2}
              y={HEIGHT - heightOf(paidCents)}
              width={BAR.paid}
              height={heightOf(paidCents)}
              rx="2"
              className="fill-accent"
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
