import { useQuery } from "@tanstack/react-query";
import { revenueByMonthQuery } from "#app/api/admin/totals.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { RevenueMonth } from "#domain/invoices/revenue.ts";
import { type Cents, formatDollars, sumCents } from "#domain/money/money.ts";
import { ChartTable } from "./chart-table.tsx";
import { RevenueBars } from "./revenue-bars.tsx";

/** Card with the amounts billed, paid and refunded per month. */
export function RevenueCard({ today }: { today: CalendarDate }) {
  const revenue = useQuery(revenueByMonthQuery(today));
  return (
    <Card>
      <CardHeader
        title="Revenue"
        subtitle="Last 12 months. Invoices count as paid in the month they're paid in full, refunds in the month they're made."
      />
      <Loaded
        query={revenue}
        errorMessage="We couldn't load the revenue."
        loading={
          <>
            <p role="status" className="sr-only">
              Loading revenue...
            </p>
            <Skeleton className="h-64" />
          </>
        }
      >
        {(months) => <RevenueChart months={months} />}
      </Loaded>
    </Card>
  );
}

function RevenueChart({ months }: { months: readonly RevenueMonth[] }) {
  const totalBilledCents = sumCents(months.map(({ billedCents }) => billedCents));
  const totalPaidCents = sumCents(months.map(({ paidCents }) => paidCents));
  const totalRefundedCents = sumCents(months.map(({ refundedCents }) => refundedCents));
  if (totalBilledCents === 0 && totalPaidCents === 0 && totalRefundedCents === 0) {
    return <EmptyState title="Nothing billed yet" hint="Revenue appears after your first sync" />;
  }
  return (
    <>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
        <Total label="Paid" color="bg-accent" cents={totalPaidCents} />
        <Total label="Billed" color="bg-edge" cents={totalBilledCents} />
        {totalRefundedCents > 0 && <Total label="Refunded" color="bg-negative" cents={totalRefundedCents} />}
      </dl>
      <RevenueBars months={months} />
      <ChartTable
        caption="Billed, paid and refunded by month"
        headers={["Month", "Billed", "Paid", "Refunded"]}
        rows={months.map(({ label, billedCents, paidCents, refundedCents }) => [
          label,
          formatDollars(billedCents),
          formatDollars(paidCents),
          formatDollars(refundedCents),
        ])}
      />
    </>
  );
}

function Total({ label, color, cents }: { label: string; color: string; cents: Cents }) {
  return (
    <div className="flex items-baseline gap-2 text-14">
      <dt className="flex items-baseline gap-2 text-muted">
        <span aria-hidden="true" className={`size-2.5 rounded-[2px] ${color}`} />
        {label}
      </dt>
      <dd className="tabular font-semibold">{formatDollars(cents)}</dd>
    </div>
  );
}
