import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { CircleDollarSign } from "#app/ui/icons.tsx";
import type { RevenueMonth } from "#domain/invoices/reports/revenue.ts";

const GRID_LINES = [0, 1, 2, 3];

/** The axes of the revenue chart, with a text instead of bars. */
export function EmptyRevenue({ months }: { months: readonly RevenueMonth[] }) {
  return (
    <div className="relative">
      <div aria-hidden="true">
        <div className="flex h-52 flex-col justify-between">
          {GRID_LINES.map((line) => (
            <span key={line} className="h-0 border-line border-t" />
          ))}
        </div>
        <div className="mt-1 grid grid-cols-12 text-center text-13 text-faint">
          {months.map(({ month, label }) => (
            <span key={month}>
              <span className="sm:hidden">{label.charAt(0)}</span>
              <span className="max-sm:hidden">{label.slice(0, 3)}</span>
            </span>
          ))}
        </div>
      </div>
      <div className="absolute inset-x-0 top-0 grid h-52 place-items-center">
        <div className="bg-surface px-2">
          <EmptyState
            isSmall
            icon={<CircleDollarSign className="size-6" />}
            title="Nothing billed yet"
            hint="Revenue appears here after your first sync"
          />
        </div>
      </div>
    </div>
  );
}
