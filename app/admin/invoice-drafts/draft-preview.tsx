import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { draftPaymentName } from "#domain/invoices/drafts/draft-labels.ts";
import type { InvoicePreview } from "#domain/invoices/drafts/draft-preview.ts";
import { formatDollars } from "#domain/money/money.ts";

type DraftPreviewProps = {
  preview: InvoicePreview;
  /** Whether the draft can still be published. */
  isOpen: boolean;
  /** Whether the invoice was published, even if it was canceled later. */
  isInvoice: boolean;
  isWritingEnabled: boolean;
};

/** What the recipient of an invoice gets, or what to enter in Square while creating invoices is turned off. */
export function DraftPreview({ preview, isOpen, isInvoice, isWritingEnabled }: DraftPreviewProps) {
  const { lines, payments, recipient, message, discountCents } = preview;
  return (
    <Card aria-labelledby="invoice-preview">
      <CardHeader
        title={<span id="invoice-preview">{getTitle({ isOpen, isInvoice, isWritingEnabled })}</span>}
        subtitle={isOpen && preview.deliveryText}
      />
      <p className="wrap-anywhere text-14">
        <span className="block text-13 text-muted">To</span>
        {recipient.name}
        {recipient.email && <span className="block text-muted">{recipient.email}</span>}
      </p>
      {message && <p className="mt-4 whitespace-pre-wrap wrap-anywhere text-14">{message}</p>}
      <ul aria-label="Line items" className="mt-4 divide-y divide-line border-line border-y text-14">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids.
          <li key={index} className="flex items-baseline justify-between gap-4 py-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{line.name}</span>
              <span className="tabular block text-13 text-muted">
                {`${line.quantity} × ${formatDollars(line.unitCents)}`}
              </span>
              {line.note && <span className="block text-13 text-muted">{line.note}</span>}
            </span>
            <span className="tabular shrink-0">{formatDollars(line.amountCents)}</span>
          </li>
        ))}
      </ul>
      <dl className="tabular mt-4 ml-auto grid max-w-xs gap-2 text-14">
        {discountCents > 0 && (
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">Discount</dt>
            <dd>−{formatDollars(discountCents)}</dd>
          </div>
        )}
        <div className="flex items-baseline justify-between gap-4 font-medium text-18">
          <dt>Total</dt>
          <dd>{formatDollars(preview.totalCents)}</dd>
        </div>
      </dl>
      <h3 className="mt-6 mb-2 text-13 text-muted">Payments</h3>
      <ol aria-label="Payments" className="divide-y divide-line border-line border-y text-14">
        {payments.map((payment, index) => (
          <li key={payment.dueOn} className="flex items-baseline justify-between gap-4 py-3">
            <span>
              <span className="font-medium">{draftPaymentName(payments, index)}</span>
              <span className="tabular block text-13 text-muted">Due {formatDate(payment.dueOn)}</span>
            </span>
            <span className="tabular shrink-0">{formatDollars(payment.amountCents)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function getTitle({ isOpen, isInvoice, isWritingEnabled }: Omit<DraftPreviewProps, "preview">): string {
  if (isInvoice) {
    return "Invoice";
  }
  return isOpen && !isWritingEnabled ? "Enter in Square" : "Preview";
}
