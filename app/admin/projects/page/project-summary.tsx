import type { ReactNode } from "react";
import type { ListedProject } from "#app/api/admin/projects.ts";
import { Card } from "#app/ui/layout/card.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatPartiallyPaid } from "#domain/invoices/invoice.ts";
import { formatDollars } from "#domain/money/money.ts";
import { OutstandingAmount } from "../../lists/outstanding-amount.tsx";

/** The project's dates, value, and what was billed and paid. */
export function ProjectSummary({ listed }: { listed: ListedProject }) {
  const { project, valueCents, proposalCents, invoiceCount, billedCents, outstandingCents } = listed;
  return (
    <Card aria-label="Dates and totals" className="mb-6">
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5">
        <Figure label="Start date">{formatDate(project.start_date)}</Figure>
        <Figure label="Target completion">{formatDate(project.target_completion_date)}</Figure>
        <Figure
          label="Value"
          note={proposalCents === null ? null : `Proposal: ${formatDollars(proposalCents)}`}
        >
          {formatDollars(valueCents)}
        </Figure>
        <Figure
          label="Invoices"
          note={
            invoiceCount > 0 ? (formatPartiallyPaid(listed) ?? `${formatDollars(billedCents)} billed`) : null
          }
        >
          {invoiceCount.toLocaleString("en-US")}
        </Figure>
        {invoiceCount > 0 && (
          <Figure label="Outstanding">
            <OutstandingAmount cents={outstandingCents} zeroStyle="positive" />
          </Figure>
        )}
      </dl>
    </Card>
  );
}

type FigureProps = { label: string; note?: string | null; children: ReactNode };

function Figure({ label, note, children }: FigureProps) {
  return (
    <div className="tabular min-w-0">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="font-medium text-16">
        {children}
        {note && <span className="block font-normal text-13 text-muted">{note}</span>}
      </dd>
    </div>
  );
}
