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
      className="flex flex-wrap items-center justify-between gap-4 rounded-medium border border-negative/60 bg-surface p-4 sm:p-5"
    >
      <div>
        <h2 className="font-medium text-14 text-negative">Outstanding Balance</h2>
        <p className="tabular mt-1 font-semibold text-28 text-negative tracking-tight">
          {formatDollars(balance)}
        </p>
        {note && <p className="mt-1 text-13 text-muted">{note}</p>}
        {processing && <p className="mt-1 text-13 text-muted">{processing}</p>}
      </div>
      <ButtonLink to={sectionUrl("billing")} tone="primary">
        View Billing
      </ButtonLink>
    </section>
  );
}
