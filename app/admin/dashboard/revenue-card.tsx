import { useQuery } from "@tanstack/react-query";
import { revenueByMonth } from "#app/api/admin-totals.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { CalendarDate } from "#domain/calendar-date.ts";
import { formatDollars } from "#domain/money.ts";
import type { RevenueMonth } from "#domain/revenue.ts";
import { AsTable } from "./as-table.tsx";
import { RevenueBars } from "./revenue-bars.tsx";

/** Billed and paid, month by month. */
export function RevenueCard({ today }: { today: CalendarDate }) {
  const revenue = useQuery(revenueByMonth(today));
  return (
    <Card>
      <CardHead
        title="Revenue"
        context="The last 12 months. An invoice counts as paid once it is paid whole."
      />
      <Loaded
        query={revenue}
        failed="The revenue could not be loaded."
        loading={
          <>
            <p role="status" className="sr-only">
              Loading revenue...
            </p>
            <Skeleton className="h-64" />
          </>
        }
      >
        {(months) => <Revenue months={months} />}
      </Loaded>
    </Card>
  );
}

function Revenue({ months }: { months: readonly RevenueMonth[] }) {
  const billed = sum(months.map(({ billedCents }) => billedCents));
  const paid = sum(months.map(({ paidCents }) => paidCents));
  if (billed === 0 && paid === 0)
    return (
      <EmptyState title="Nothing was billed yet" hint="Months appear here with the first synced invoice" />
    );
  return (
    <>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
        <Total label="Paid" mark="bg-accent" cents={paid} />
        <Total label="Billed" mark="bg-edge" cents={billed} />
      </dl>
      <RevenueBars months={months} />
      <AsTable
        caption="Billed and paid by month"
        heads={["Month", "Billed", "Paid"]}
        rows={months.map(({ label, billedCents, paidCents }) => [
          label,
          formatDollars(billedCents),
          formatDollars(paidCents),
        ])}
      />
    </>
  );
}

function Total({ label, mark, cents }: { label: string; mark: string; cents: number }) {
  return (
    <div className="flex items-baseline gap-2 text-14">
      <dt className="flex items-baseline gap-2 text-muted">
        <span aria-hidden="true" className={`size-2.5 rounded-[2px] ${mark}`} />
        {label}
      </dt>
      <dd className="tabular font-semibold">{formatDollars(cents)}</dd>
    </div>
  );
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0);
}
