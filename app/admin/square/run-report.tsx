import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { SquareRun } from "#app/api/square-operations.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { counted } from "#domain/counted.ts";
import { instantWords } from "./run-words.ts";

/** What a run did, in words, and each invoice that needs a person with its reason. */
export function RunReport({ run }: { run: SquareRun }) {
  const { report } = run;
  const { subscriptions } = report;
  const facts = [
    `${run.seen.toLocaleString("en-US")} invoices seen`,
    `${(report.synced ?? 0).toLocaleString("en-US")} equal to Square’s`,
    report.drafts && `${counted(report.drafts, "draft")} left out`,
    subscriptions &&
      `${subscriptions.seen} subscriptions seen, ${subscriptions.new} new, ${subscriptions.changed} changed, ${subscriptions.unmatched} of no client`,
    run.found !== null && `${run.found} differences found, ${run.left ?? 0} left`,
    run.resumed > 0 && `begun again ${run.resumed} times after a restart`,
    run.finishedAt && `ended ${instantWords(run.finishedAt)}`,
  ].filter(Boolean);
  return (
    <div className="grid grid-cols-1 gap-4 text-14">
      {run.error && <Banner tone="negative">{run.error} What was stored before stays.</Banner>}
      <p className="text-muted">{facts.join(" · ")}</p>
      <Named
        title="Refused"
        total={report.refusedCount ?? 0}
        rows={report.refused ?? []}
        hint="Not stored; whatever was stored of them before stays."
      />
      <Named
        title="Unmatched"
        total={report.unmatched ?? 0}
        rows={report.unmatchedInvoices ?? []}
        hint={
          <>
            Stored without a client.{" "}
            <Link to="/admin/invoices?status=unmatched" className="text-accent underline underline-offset-4">
              Assign them
            </Link>
          </>
        }
      />
      <Named
        title="Subscriptions refused"
        total={subscriptions?.refused.length ?? 0}
        rows={(subscriptions?.refused ?? []).map(({ subscription, reason }) => ({
          invoice: subscription,
          reason,
        }))}
        hint="Not stored."
      />
    </div>
  );
}

type NamedProps = {
  title: string;
  total: number;
  rows: readonly { invoice: string; reason: string }[];
  hint: ReactNode;
};

/** Invoices named before the whole list is asked for. */
const NAMED_AT_FIRST = 10;

function Named({ title, total, rows, hint }: NamedProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (total === 0) return null;
  // The same number may stand twice: numbers are unique in a location only.
  const keyed = rows.map((row, at) => ({ ...row, key: `${row.invoice} ${at}` }));
  const shown = isWhole ? keyed : keyed.slice(0, NAMED_AT_FIRST);
  return (
    <section>
      <h3 className="font-medium text-14">
        {title} ({total.toLocaleString("en-US")})
      </h3>
      <p className="text-13 text-muted">{hint}</p>
      <ul className="mt-2 grid grid-cols-1 gap-x-8 gap-y-1 lg:grid-cols-2">
        {shown.map(({ invoice, reason, key }) => (
          <li key={key} className="min-w-0 break-words">
            <span className="tabular font-medium">{invoice}</span>{" "}
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {shown.length < keyed.length && (
        <Button size="small" className="mt-2" onClick={() => setIsWhole(true)}>
          {`Show all ${keyed.length}`}
        </Button>
      )}
      {isWhole && rows.length < total && (
        <p className="mt-1 text-13 text-muted">The first {rows.length} are named.</p>
      )}
    </section>
  );
}
