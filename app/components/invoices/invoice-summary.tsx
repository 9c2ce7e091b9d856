import { classNames } from "#app/ui/class-names.ts";
import { invoiceTotals, type TotaledInvoice } from "#domain/invoices/reports/invoice-totals.ts";
import { type Cents, cents, formatDollars } from "#domain/money/money.ts";

type InvoiceSummaryProps = { invoice: TotaledInvoice; hasLineItems: boolean };

/** An invoice's totals. Omits figures that are zero, except for the total, the amount paid and the amount owed. */
export function InvoiceSummary({ invoice, hasLineItems }: InvoiceSummaryProps) {
  const totals = invoiceTotals(invoice);
  const hasParts = totals.subtotalCents !== totals.totalCents || totals.discountCents > 0;
  return (
    <section aria-label="Totals" className="break-inside-avoid sm:ml-auto sm:w-80">
      <dl className="grid gap-2 text-14">
        {(hasParts || hasLineItems) && <Figure label="Subtotal" amount={totals.subtotalCents} />}
        <OptionalFigure label="Discounts" amount={cents(0 - totals.discountCents)} />
        <OptionalFigure label="Taxes" amount={totals.taxCents} />
        <OptionalFigure label="Service charge" amount={totals.serviceChargeCents} />
        <Figure label="Total" amount={totals.totalCents} isStrong />
        <OptionalFigure label="Tip" amount={totals.tipCents} />
        {totals.refundedCents > 0 && <Figure label="Payments" amount={totals.receivedCents} />}
        <OptionalFigure label="Refunded" amount={cents(0 - totals.refundedCents)} />
        <Figure label="Amount paid" amount={totals.paidCents} />
        <Figure label="Outstanding" amount={totals.owedCents} isStrong />
      </dl>
    </section>
  );
}

type FigureProps = { label: string; amount: Cents; isStrong?: boolean };

function OptionalFigure(figure: FigureProps) {
  return figure.amount !== 0 && <Figure {...figure} />;
}

function Figure({ label, amount, isStrong = false }: FigureProps) {
  return (
    <div
      className={classNames(
        "flex items-baseline justify-between gap-4",
        isStrong && "border-line border-t pt-2 font-semibold",
      )}
    >
      <dt className={classNames(!isStrong && "text-muted")}>{label}</dt>
      <dd className="tabular">{formatDollars(amount)}</dd>
    </div>
  );
}
