import type {
  AccountingRecords,
  ExportedInvoice,
  ExportedPayment,
} from "#domain/accounting/accounting-records.ts";
import { toExportedLines } from "#domain/accounting/exported-lines.ts";
import { exportedInvoiceNumber } from "#domain/accounting/invoice-number.ts";
import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import {
  billedAmount,
  billingDate,
  OTHER_PAYMENTS_LABEL,
  otherPayments,
  otherPaymentsDate,
  overpaidShare,
} from "#domain/invoices/billed-amount.ts";
import { parseLineItems } from "#domain/invoices/line-items.ts";
import { paymentMethodLabel } from "#domain/invoices/payments/payment-label.ts";
import { addCents, type Cents, type Dollars, toCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";

/** The first and last day of an export. */
export type ExportPeriod = { from: CalendarDate; to: CalendarDate };

// Numbers the invoices that share an invoice number. Later invoices do not change the numbers of earlier ones.
const NUMBERED_INVOICES = `
  numbered as (
    select id, row_number() over (partition by invoice_number
                                  order by created_at, square_invoice_id, id)::int as occurrence
      from public.invoices where invoice_number <> '')`;

/**
 * Reads the billed invoices, completed payments, completed refunds and fees of a period, as far as the caller can read
 * them. Amounts and dates of invoices follow the same rules as in statements.
 */
export async function readAccountingRecords(query: Query, period: ExportPeriod): Promise<AccountingRecords> {
  const payments = [...(await readPayments(query, period)), ...(await readOtherPayments(query, period))];
  return {
    invoices: await readInvoices(query, period),
    payments: payments.sort((a, b) => compareText(a.date, b.date)),
  };
}

async function readInvoices(query: Query, { from, to }: ExportPeriod): Promise<ExportedInvoice[]> {
  const rows = await query(
    `with ${NUMBERED_INVOICES}
     select invoice.id, invoice.invoice_number, invoice.square_invoice_id, invoice.square_location_id,
            numbered.occurrence, invoice.status, invoice.square_status, invoice.description, invoice.amount,
            invoice.total_paid_amount, invoice.refunded_amount, invoice.tax_amount, invoice.line_items,
            invoice.issued_date::text, invoice.due_date::text, invoice.paid_date::text,
            coalesce(client.company, 'Unassigned client') as company, coalesce(account.email, '') as email
       from public.invoices as invoice
       left join numbered on numbered.id = invoice.id
       left join public.clients as client on client.id = invoice.client_id
       left join public.users as account on account.id = client.user_id
      where coalesce(invoice.issued_date, invoice.due_date, invoice.paid_date) between $1 and $2
      order by coalesce(invoice.issued_date, invoice.due_date, invoice.paid_date), invoice.invoice_number,
               invoice.id`,
    [from, to],
  );
  return rows.flatMap((invoice) => {
    const { company, email, description } = invoice;
    const issuedOn = billingDate(invoice);
    const amountCents = billedAmount(invoice);
    if (issuedOn === null || amountCents === 0) {
      return [];
    }
    // The lines and taxes describe only the full amount. Square replaces those of a cancelled invoice.
    const isFullAmount = amountCents === toCents(invoice.amount) && !isCancelled(invoice);
    const taxCents = isFullAmount ? toCents(invoice.tax_amount) : ZERO_CENTS;
    const lineItems = isFullAmount ? parseLineItems(invoice.line_items) : [];
    return [
      {
        number: exportedInvoiceNumber(invoice),
        isCancelled: isCancelled(invoice),
        company,
        email,
        description,
        issuedOn,
        dueOn: invoice.due_date ?? issuedOn,
        amountCents,
        taxCents,
        lines: toExportedLines({ description, amountCents, taxCents, lineItems }),
      },
    ];
  });
}

/** A fully refunded invoice was billed. Its refund is exported separately. */
function isCancelled({ status, square_status }: { status: string; square_status: string | null }): boolean {
  return status === "cancelled" && square_status !== "REFUNDED";
}

async function readPayments(query: Query, { from, to }: ExportPeriod): Promise<ExportedPayment[]> {
  // The rows' dates depend on the invoices' time zones, so read one more day on each side.
  const rows = await query(
    `with ${NUMBERED_INVOICES}
     select payment.kind, payment.square_id, payment.square_payment_id, payment.amount as payment_amount,
            payment.tip_amount, payment.method, payment.card_brand, payment.card_last4, payment.created_at,
            coalesce(fee.amount, 0) as fee, invoice.id, invoice.invoice_number, invoice.square_invoice_id,
            invoice.square_location_id, numbered.occurrence, invoice.time_zone, invoice.status,
            invoice.square_status, invoice.amount, invoice.total_paid_amount, invoice.refunded_amount,
            coalesce(client.company, 'Unassigned client') as company,
            coalesce((select sum(paid.amount) from public.invoice_payments as paid
                       where paid.invoice_id = invoice.id and paid.kind = 'payment'
                         and paid.status = 'completed'), 0) as paid,
            coalesce((select sum(earlier.amount) from public.invoice_payments as earlier
                       where earlier.invoice_id = invoice.id and earlier.kind = 'refund'
                         and earlier.status = 'completed'
                         and (earlier.created_at, earlier.square_id) < (payment.created_at, payment.square_id)),
                     0) as refunded_before
       from public.invoice_payments as payment
       join public.invoices as invoice on invoice.id = payment.invoice_id
       left join numbered on numbered.id = invoice.id
       left join public.clients as client on client.id = invoice.client_id
       left join public.invoice_payment_fees as fee on fee.invoice_payment_id = payment.id
      where payment.status = 'completed' and payment.created_at >= $1::date and payment.created_at < $2::date
      order by payment.created_at, payment.square_id`,
    [addDays(from, -1), addDays(to, 2)],
  );
  return rows
    .map(
      (row): ExportedPayment => ({
        kind: row.kind,
        date: dateInTimeZone(row.created_at, row.time_zone),
        squareId: row.square_id,
        squarePaymentId: row.square_payment_id,
        invoiceNumber: exportedInvoiceNumber(row),
        company: row.company,
        method: paymentMethodLabel(row),
        amountCents: toCents(row.payment_amount),
        tipCents: toCents(row.tip_amount),
        overpaidCents: row.kind === "refund" ? refundedOverpayment(row) : ZERO_CENTS,
        feeCents: toCents(row.fee),
      }),
    )
    .filter(({ date }) => date >= from && date <= to);
}

type RefundRow = Parameters<typeof billedAmount>[0] &
  Record<"payment_amount" | "paid" | "refunded_before", Dollars>;

/** The part of a refund that returns what the client paid beyond the billed amount. */
function refundedOverpayment({ payment_amount, paid, refunded_before, ...invoice }: RefundRow): Cents {
  return overpaidShare(toCents(payment_amount), {
    billedCents: billedAmount(invoice),
    receivedCents: addCents(toCents(paid), otherPayments(invoice, [paid])),
    refundedBeforeCents: toCents(refunded_before),
  });
}

/** Reads the received amounts that are not in `invoice_payments`. They have no tip and no fee. */
async function readOtherPayments(query: Query, { from, to }: ExportPeriod): Promise<ExportedPayment[]> {
  const rows = await query(
    `with ${NUMBERED_INVOICES}
     select invoice.id, invoice.invoice_number, invoice.square_invoice_id, invoice.square_location_id,
            numbered.occurrence, invoice.status, invoice.amount, invoice.total_paid_amount,
            invoice.refunded_amount, invoice.issued_date::text, invoice.due_date::text, invoice.paid_date::text,
            coalesce(client.company, 'Unassigned client') as company,
            coalesce((select sum(payment.amount) from public.invoice_payments as payment
                       where payment.invoice_id = invoice.id and payment.kind = 'payment'
                         and payment.status = 'completed'), 0) as paid
       from public.invoices as invoice
       left join numbered on numbered.id = invoice.id
       left join public.clients as client on client.id = invoice.client_id
      where coalesce(invoice.paid_date, invoice.issued_date, invoice.due_date) between $1 and $2
      order by invoice.invoice_number, invoice.id`,
    [from, to],
  );
  return rows.flatMap((invoice) => {
    const date = otherPaymentsDate(invoice);
    const amountCents = otherPayments(invoice, [invoice.paid]);
    return date === null || amountCents === 0
      ? []
      : [
          {
            kind: "payment",
            date,
            squareId: "",
            squarePaymentId: "",
            invoiceNumber: exportedInvoiceNumber(invoice),
            company: invoice.company,
            method: OTHER_PAYMENTS_LABEL,
            amountCents,
            tipCents: ZERO_CENTS,
            overpaidCents: ZERO_CENTS,
            feeCents: ZERO_CENTS,
          },
        ];
  });
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
