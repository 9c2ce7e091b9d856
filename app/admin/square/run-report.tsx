import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type UnassignedInvoice, unassignedInvoicesQuery } from "#app/api/admin/invoice-payers.ts";
import type { SquareRun } from "#app/api/admin/square-operations.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { isKnownPayer, payerLabel } from "#domain/square/payer.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { formatTimestamp } from "./run-labels.ts";

/** Report of a sync run: counts, and the invoices that need review with the reason. */
export function RunReport({ run }: { run: SquareRun }) {
  const { report } = run;
  const { subscriptions, unmatchedInvoices = [] } = report;
  const unassigned = useQuery(
    unassignedInvoicesQuery(unmatchedInvoices.flatMap(({ squareInvoiceId }) => squareInvoiceId ?? [])),
  ).data;
  const summary = [
    `${formatCount(run.seen, "invoice")} checked`,
    `${(report.synced ?? 0).toLocaleString("en-US")} in sync`,
    report.drafts && `${formatCount(report.drafts, "draft")} skipped`,
    report.excluded && `${formatCount(report.excluded, "invoice")} from other locations not imported`,
    subscriptions &&
      `${formatCount(subscriptions.seen, "subscription")} checked, ${subscriptions.new} new, ${subscriptions.changed} changed, ${subscriptions.unmatched} unmatched`,
    run.found !== null && `${formatCount(run.found, "difference")} found, ${run.left ?? 0} left`,
    run.resumed > 0 && `restarted ${formatCount(run.resumed, "time")}`,
    run.finishedAt && `finished ${formatTimestamp(run.finishedAt)}`,
  ].filter(Boolean);
  return (
    <div className="grid grid-cols-1 gap-4 text-14">
      {run.error && <Banner tone="negative">{run.error} Existing data is unchanged.</Banner>}
      <p className="text-muted">{summary.join(" · ")}</p>
      <IssueList
        title="Rejected"
        total={report.rejectedCount ?? 0}
        rows={report.rejected ?? []}
        hint="These invoices were not updated. Earlier versions are kept."
      />
      <IssueList
        title="Unmatched"
        total={report.unmatched ?? 0}
        rows={unmatchedInvoices.map(({ squareInvoiceId = "", ...row }) => ({
          ...row,
          unassigned: unassigned?.get(squareInvoiceId),
        }))}
        hint={
          <>
            Saved without a client.{" "}
            <Link to="/admin/invoices?status=unmatched" className="text-accent underline underline-offset-4">
              Assign
            </Link>
          </>
        }
      />
      <IssueList
        title="Rejected subscriptions"
        total={subscriptions?.rejected.length ?? 0}
        rows={(subscriptions?.rejected ?? []).map(({ subscription, reason }) => ({
          invoice: subscription,
          reason,
        }))}
        hint="These subscriptions were not updated."
      />
    </div>
  );
}

type IssueListProps = {
  title: string;
  total: number;
  /** `unassigned` is an invoice that still has no client. */
  rows: readonly { invoice: string; reason: string; unassigned?: UnassignedInvoice | undefined }[];
  hint: ReactNode;
};

/** Invoices listed before the user expands the list. */
const INITIALLY_SHOWN = 10;

function IssueList({ title, total, rows, hint }: IssueListProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (total === 0) {
    return null;
  }
  // Invoice numbers are unique only within a location, so the index is part of the key.
  const rowsWithKeys = rows.map((row, index) => ({ ...row, key: `${row.invoice} ${index}` }));
  const visible = isExpanded ? rowsWithKeys : rowsWithKeys.slice(0, INITIALLY_SHOWN);
  return (
    <section>
      <h3 className="font-medium text-14">
        {title} ({total.toLocaleString("en-US")})
      </h3>
      <p className="text-13 text-muted">{hint}</p>
      <ul className="mt-2 grid grid-cols-1 gap-x-8 gap-y-1 lg:grid-cols-2">
        {visible.map(({ invoice, reason, key, unassigned }) => (
          <li key={key} className="min-w-0 wrap-anywhere">
            {unassigned ? (
              <Link
                to={`/admin/invoices/${unassigned.id}`}
                className="tabular inline-block rounded-small font-medium underline underline-offset-4"
              >
                {invoice}
              </Link>
            ) : (
              <span className="tabular font-medium">{invoice}</span>
            )}{" "}
            <span className="text-muted">{reason}</span>
            {unassigned && isKnownPayer(unassigned) && (
              <span className="block text-13 text-muted">Billed to {payerLabel(unassigned)}</span>
            )}
          </li>
        ))}
      </ul>
      {visible.length < rowsWithKeys.length && (
        <Button size="small" className="mt-2" onClick={() => setIsExpanded(true)}>
          {`Show all ${rowsWithKeys.length}`}
        </Button>
      )}
      {isExpanded && rows.length < total && (
        <p className="mt-1 text-13 text-muted">
          Showing the first {rows.length} of {total}.
        </p>
      )}
    </section>
  );
}
