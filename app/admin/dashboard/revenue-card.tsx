import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { revenueByMonthQuery } from "#app/api/admin/totals.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { RevenueMonth } from "#domain/invoices/reports/revenue.ts";
import { getRevenue, REVENUE_SERIES, type RevenueSeries } from "#domain/invoices/reports/revenue-chart.ts";
import { type Cents, formatDollars, sumCents, ZERO_CENTS } from "#domain/money/money.ts";
import { ChartTable } from "./chart-table.tsx";
import { EmptyRevenue } from "./empty-revenue.tsx";
import { RevenueBars, SERIES_COLORS } from "./revenue-bars.tsx";

/** Card with the amounts billed, paid and refunded per month. */
export function RevenueCard({ today }: { today: CalendarDate }) {
  const revenue = useQuery(revenueByMonthQuery(today));
  return (
    <Card>
      <CardHeader
        title="Revenue"
        subtitle="Invoices count as paid in the month they're paid in full, refunds in the month they're made"
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
  const [shownMonth, setShownMonth] = useState<RevenueMonth | null>(null);
  const totals = new Map(
    REVENUE_SERIES.map((series) => [series, sumCents(months.map((month) => getRevenue(month, series)))]),
  );
  const totalOf = (series: RevenueSeries) => totals.get(series) ?? ZERO_CENTS;
  if (REVENUE_SERIES.every((series) => totalOf(series) === 0)) {
    return <EmptyRevenue months={months} />;
  }
  const shownSeries = REVENUE_SERIES.filter((series) => series !== "refunded" || totalOf(series) > 0);
  return (
    <>
      <p className="text-13 text-muted">{shownMonth?.label ?? "Last 12 months"}</p>
      <dl className="mb-2 flex flex-wrap gap-x-5 gap-y-2">
        {shownSeries.map((series) => (
          <Amount
            key={series}
            series={series}
            cents={shownMonth ? getRevenue(shownMonth, series) : totalOf(series)}
            totalCents={totalOf(series)}
          />
        ))}
      </dl>
      <RevenueBars months={months} shownSeries={shownSeries} onShow={setShownMonth} />
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

const SERIES_LABELS = { billed: "Billed", paid: "Paid", refunded: "Refunded" } satisfies Record<
  RevenueSeries,
  string
>;

type AmountProps = { series: RevenueSeries; cents: Cents; totalCents: Cents };

/** An amount that is as wide as the total, so that the chart below does not move when a month is shown. */
function Amount({ series, cents, totalCents }: AmountProps) {
  return (
    <div className="flex items-baseline gap-2 text-14">
      <dt className="flex items-baseline gap-2 text-muted">
        <span aria-hidden="true" className={`size-2.5 rounded-[2px] ${SERIES_COLORS[series]}`} />
        {SERIES_LABELS[series]}
      </dt>
      <dd
        data-widest={formatDollars(totalCents)}
        className="tabular font-semibold after:invisible after:block after:h-0 after:content-[attr(data-widest)]"
      >
        {formatDollars(cents)}
      </dd>
    </div>
  );
}
