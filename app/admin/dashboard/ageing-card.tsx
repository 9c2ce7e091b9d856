import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { invoiceAgeing } from "#app/api/admin-invoice-list.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { CalendarDate } from "#domain/calendar-date.ts";
import type { Aged } from "#domain/invoice-ageing.ts";
import { formatDollars } from "#domain/money.ts";
import { AsTable } from "./as-table.tsx";

/** What is open, by how late it is; each bar leads to its invoices. */
export function AgeingCard({ today }: { today: CalendarDate }) {
  const ageing = useQuery(invoiceAgeing(today));
  return (
    <Card>
      <CardHead
        title="Ageing"
        context="Open amounts by how late they are."
        action={
          <ButtonLink to="/admin/invoices" size="small">
            Open Invoices
          </ButtonLink>
        }
      />
      <Loaded
        query={ageing}
        failed="The ageing could not be loaded."
        loading={
          <>
            <p role="status" className="sr-only">
              Loading ageing...
            </p>
            <Skeleton className="h-64" />
          </>
        }
      >
        {(buckets) =>
          buckets.every(({ openCents }) => openCents === 0) ? (
            <EmptyState title="Nothing is open" hint="Every invoice is paid" />
          ) : (
            <>
              <AgeingBars buckets={buckets} />
              <AsTable
                caption="Open amounts by age"
                heads={["Age", "Invoices", "Open"]}
                rows={buckets.map(({ label, invoiceCount, openCents }) => [
                  label,
                  invoiceCount.toLocaleString("en-US"),
                  formatDollars(openCents),
                ])}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function AgeingBars({ buckets }: { buckets: readonly Aged[] }) {
  const most = Math.max(1, ...buckets.map(({ openCents }) => openCents));
  return (
    <ul className="grid gap-3">
      {buckets.map(({ key, label, openCents }, index) => (
        <li key={key}>
          <Link to={`/admin/invoices?age=${key}`} className="group grid gap-1 rounded-small text-14">
            <span className="flex items-baseline justify-between gap-4">
              <span className="text-muted group-hover:text-text">
                {label}
                {index > 0 && " late"}
              </span>
              <span className="tabular">{formatDollars(openCents)}</span>
            </span>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              height="8"
              aria-hidden="true"
              className="w-full rounded-[2px] bg-raised"
            >
              <rect
                width={(openCents / most) * 100}
                height="8"
                className={index === 0 ? "fill-edge" : "fill-warning"}
              />
            </svg>
          </Link>
        </li>
      ))}
    </ul>
  );
}
