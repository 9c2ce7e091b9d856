import { formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { draftPaymentName } from "#domain/invoices/drafts/draft-labels.ts";
import { cents, formatDollars } from "#domain/money/money.ts";
import type { FormPayment } from "./draft-form-content.ts";

type DraftSummaryProps = { payments: readonly FormPayment[]; total: number };

/** The total and the payments of an invoice next to its form. Hidden on narrow screens, where the form shows them. */
export function DraftSummary({ payments, total }: DraftSummaryProps) {
  return (
    <section aria-label="Total and payments" className="hidden min-[1100px]:block">
      <p className="text-13 text-muted">Total</p>
      <p role="status" className="tabular font-medium text-22">
        {formatDollars(cents(total))}
      </p>
      <ol className="mt-4 divide-y divide-line border-line border-t text-14">
        {payments.map(({ dueOn, amountCents }, index) => {
          const name = draftPaymentName(payments, index);
          return (
            <li key={name} className="flex items-baseline justify-between gap-4 py-2 last:pb-0">
              <span className="min-w-0">
                {name}
                <span className="block text-13 text-muted">Due {formatDate(parseCalendarDate(dueOn))}</span>
              </span>
              <span className="tabular">{formatDollars(cents(amountCents || 0))}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
