import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { invoiceAgingQuery } from "#app/api/admin/invoices.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ReceiptText } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { AgingBucketTotal } from "#domain/invoices/reports/invoice-aging.ts";
import { formatDollars } from "#domain/money/money.ts";
import { ChartTable } from "./chart-table.tsx";

/** Chart of the amounts owed by days overdue. Each bar links to its invoices. */
export function AgingCard({ today }: { today: CalendarDate }) {
  const aging = useQuery(invoiceAgingQuery(today));
  return (
    <Card className="flex flex-col">
      <CardHeader
        title="Aging"
        subtitle="Amounts owed by days overdue, per installment"
        action={
          <ButtonLink to="/admin/invoices" size="small">
            View invoices
          </ButtonLink>
        }
      />
      <Loaded
        query={aging}
        errorMessage="We couldn't load open invoices."
        loading={
          <>
            <p role="status" className="sr-only">
              Loading open invoices...
            </p>
            <Skeleton className="h-64" />
          </>
        }
      >
        {(buckets) =>
          buckets.every(({ owedCents }) => owedCents === 0) ? (
            <EmptyState
              isSmall
              icon={<ReceiptText className="size-6" />}
              title="No open invoices"
              hint="Unpaid invoices appear here"
            />
          ) : (
            <>
              <AgingBars buckets={buckets} />
              <ChartTable
                caption="Outstanding amounts by days overdue"
                headers={["Days overdue", "Invoices", "Outstanding"]}
                rows={buckets.map(({ label, invoiceCount, owedCents }) => [
                  label,
                  invoiceCount.toLocaleString("en-US"),
                  formatDollars(owedCents),
                ])}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function AgingBars({ buckets }: { buckets: readonly AgingBucketTotal[] }) {
  const maxCents = Math.max(1, ...buckets.map(({ owedCents }) => owedCents));
  return (
    <ul className="grid grow content-between gap-3">
      {buckets.map(({ key, label, owedCents }, index) => (
        <li key={key}>
          <Link to={`/admin/invoices?age=${key}`} className="group grid gap-1 rounded-small text-14">
            <span className="flex items-baseline justify-between gap-4">
              <span className="text-muted group-hover:text-text">
                {label}
                {index > 0 && " overdue"}
              </span>
              <span className="tabular">{formatDollars(owedCents)}</span>
            </span>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              height="8"
              aria-hidden="true"
              className="w-full rounded-[2px] bg-raised"
            >
              <rect
                width={(owedCents / maxCents) * 100}
                height="8"
                className={index === 0 ? "fill-edge" : "fill-negative"}
              />
            </svg>
          </Link>
        </li>
      ))}
    </ul>
  );
}
