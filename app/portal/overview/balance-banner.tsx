import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { balanceDue, partiallyPaidNote } from "#domain/invoices/invoice.ts";
import { processingNote } from "#domain/invoices/invoice-notes.ts";
import { formatDollars } from "#domain/money/money.ts";
import { sectionUrl } from "../section-url.ts";

/** Renders nothing when no balance is due. */
export function BalanceBanner({ invoices }: { invoices: readonly OwnInvoice[] }) {
  const balance = balanceDue(invoices);
  if (balance === 0) {
    return null;
  }
  const note = partiallyPaidNote(invoices);
  const processing = processingNote(invoices);
  return (
    <section
      aria-label="Outstanding Balance"
      className="rounded-medium border border-negative/60 bg-surface p-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h2 className="font-medium text-14 text-negative">Outstanding Balance</h2>
          <p className="tabular font-semibold text-28 text-negative tracking-tight">
            {formatDollars(balance)}
          </p>
        </div>
        <ButtonLink to={sectionUrl("billing")} tone="primary">
          View Billing
        </ButtonLink>
      </div>
      {(note || processing) && (
        <p className="mt-1 flex flex-wrap gap-x-4 text-13 text-muted">
          {note && <span>{note}</span>}
          {processing && <span>{processing}</span>}
        </p>
      )}
    </section>
  );
}
