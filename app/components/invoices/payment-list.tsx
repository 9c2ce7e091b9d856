import type { DetailPayment, InvoiceDetail } from "#app/api/shared/invoice-detail.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { CreditCard, ExternalLink } from "#app/ui/icons.tsx";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { amountReceived } from "#domain/invoices/invoice.ts";
import {
  PAYMENT_KIND_LABELS,
  PAYMENT_STATUS_BADGES,
  paymentMethodLabel,
} from "#domain/invoices/payments/payment-label.ts";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import {
  netAmount,
  type PaymentWithFee,
  signedCents,
  sumPayments,
} from "#domain/invoices/payments/payment-totals.ts";
import { type Cents, cents, type Dollars, formatDollars, toCents } from "#domain/money/money.ts";

type PaymentRow = DetailPayment & PaymentWithFee;

type PaymentListProps = { invoice: InvoiceDetail; fees: ReadonlyMap<string, Dollars> | undefined };

/** Payments and refunds of an invoice, oldest first. Shows fees and net amounts if `fees` is given. */
export function PaymentList({ invoice, fees }: PaymentListProps) {
  const rows = invoice.payments.map(
    (payment): PaymentRow => ({ ...payment, fee: fees?.get(payment.id) ?? null }),
  );
  return (
    <section aria-labelledby="payments" className={rows.length === 0 ? "print:hidden" : undefined}>
      <h2 id="payments" className="mb-2 text-18">
        Payments and refunds
      </h2>
      {rows.length === 0 ? (
        <NoPayments isPaid={amountReceived(invoice) > 0} />
      ) : (
        <>
          <Table
            label="Payments and refunds"
            columns={createColumns(rows, { timeZone: invoice.time_zone, showsFees: fees !== undefined })}
            rows={rows}
            rowKey={({ id }) => id}
            cardsBelow={fees ? 880 : 608}
          />
          {fees && <NetTotals payments={rows} />}
        </>
      )}
    </section>
  );
}

function NoPayments({ isPaid }: { isPaid: boolean }) {
  const icon = <CreditCard className="size-6" />;
  return isPaid ? (
    <EmptyState
      icon={icon}
      title="No payment details"
      hint="This invoice was paid, but Square hasn't sent the details of its payments"
    />
  ) : (
    <EmptyState icon={icon} title="No payments yet" hint="Payments and refunds appear here" />
  );
}

function createColumns(
  rows: readonly PaymentRow[],
  { timeZone, showsFees }: { timeZone: string; showsFees: boolean },
): ReadonlyArray<Column<PaymentRow>> {
  const hasTips = rows.some(({ tip_amount }) => toCents(tip_amount) > 0);
  const hasReceipts = rows.some(({ receipt_url }) => safePaymentUrl(receipt_url));
  const columns: (Column<PaymentRow> | false)[] = [
    {
      key: "kind",
      header: "Type",
      cell: ({ kind }) => PAYMENT_KIND_LABELS[kind],
    },
    {
      key: "date",
      header: "Date",
      cell: ({ created_at }) => (
        <span className="tabular whitespace-nowrap">{formatInstantDate(created_at, timeZone)}</span>
      ),
    },
    { key: "method", header: "Method", cell: paymentMethodLabel },
    {
      key: "status",
      header: "Status",
      cell: ({ status }) => {
        const { label, tone } = PAYMENT_STATUS_BADGES[status];
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    amountColumn("amount", "Amount", (payment) => signedCents(payment, payment.amount)),
    hasTips && amountColumn("tip", "Tip", (payment) => signedCents(payment, payment.tip_amount)),
    showsFees && amountColumn("fee", "Fee", ({ fee }) => (fee === null ? null : cents(0 - toCents(fee)))),
    showsFees && amountColumn("net", "Net", netAmount),
    hasReceipts && {
      key: "receipt",
      header: "Receipt",
      isActions: true,
      cell: (payment, layout) => (
        <ReceiptLink
          payment={payment}
          date={formatInstantDate(payment.created_at, timeZone)}
          className={layout === "card" ? "-ml-3" : undefined}
        />
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}

function amountColumn(
  key: string,
  header: string,
  getAmount: (payment: PaymentRow) => Cents | null,
): Column<PaymentRow> {
  return {
    key,
    header,
    align: "end",
    cell: (payment) => {
      const amount = getAmount(payment);
      return amount === null ? "—" : formatDollars(amount);
    },
  };
}

type ReceiptLinkProps = { payment: PaymentRow; date: string; className: string | undefined };

function ReceiptLink({ payment, date, className }: ReceiptLinkProps) {
  const url = safePaymentUrl(payment.receipt_url);
  if (!url) {
    return null;
  }
  const name = `Receipt for the ${payment.kind} of ${formatDollars(toCents(payment.amount))} on ${date}`;
  return (
    <ButtonLink
      to={url}
      size="small"
      tone="quiet"
      className={className}
      aria-label={`${name} (opens in a new tab)`}
    >
      Receipt
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </ButtonLink>
  );
}

function NetTotals({ payments }: { payments: readonly PaymentRow[] }) {
  const { paidCents, tipCents, refundedCents, feeCents, netCents } = sumPayments(payments);
  const figures = [
    { label: "Payments", amount: paidCents },
    { label: "Tips", amount: tipCents },
    { label: "Refunds", amount: cents(0 - refundedCents) },
    { label: "Fees", amount: cents(0 - feeCents) },
    { label: "Net", amount: netCents },
  ];
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 text-14">
      {figures.map(({ label, amount }) => (
        <div key={label}>
          <dt className="text-13 text-muted">{label}</dt>
          <dd className="tabular mt-0.5 font-semibold">{formatDollars(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
