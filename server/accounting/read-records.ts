import type {
  AccountingRecords,
  ExportedInvoice,
  ExportedPayment,
} from "#domain/accounting/accounting-records.ts";
import { toExportedLines } from "#domain/accounting/exported-lines.ts";
import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { amountReceived } from "#domain/invoices/invoice.ts";
import { parseLineItems } from "#domain/invoices/line-items.ts";
import { paymentMethodLabel } from "#domain/invoices/payments/payment-label.ts";
import { toCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";

/** The first and last day of an export. */
export type ExportPeriod = { from: CalendarDate; to: CalendarDate };

/**
 * Reads the issued invoices, completed payments, completed refunds and fees of a period, as far as the caller can read
 * them. Scheduled invoices are not issued yet. A cancelled invoice counts with the amount that was received for it.
 */
export async function readAccountingRecords(query: Query, period: ExportPeriod): Promise<AccountingRecords> {
  return { invoices: await readInvoices(query, period), payments: await readPayments(query, period) };
}

async function readInvoices(query: Query, { from, to }: ExportPeriod): Promise<ExportedInvoice[]> {
  const rows = await query(
    `select coalesce(nullif(invoice.invoice_number, ''), invoice.square_invoice_id, invoice.id::text) as number,
            invoice.status, invoice.square_status, invoice.description, invoice.amount,
            invoice.total_paid_amount, invoice.refunded_amount, invoice.tax_amount, invoice.line_items,
            invoice.issued_date::text as issued, coalesce(invoice.due_date, invoice.issued_date)::text as due,
            coalesce(client.company, 'Unassigned client') as company, coalesce(account.email, '') as email
       from public.invoices as invoice
       left join public.clients as client on client.id = invoice.client_id
       left join public.users as account on account.id = client.user_id
      where invoice.issued_date between $1 and $2 and invoice.square_status is distinct from 'SCHEDULED'
      order by invoice.issued_date, invoice.invoice_number, invoice.id`,
    [from, to],
  );
  return rows.flatMap(({ issued, due, number, company, email, description, ...invoice }) => {
    // A fully refunded invoice was billed. Its refund is exported on its own.
    const isCancelled = invoice.status === "cancelled" && invoice.square_status !== "REFUNDED";
    const amountCents = isCancelled ? amountReceived(invoice) : toCents(invoice.amount);
    if (issued === null || due === null || amountCents === 0) {
      return [];
    }
    // A cancelled invoice's taxes are unknown, because Square replaces its lines by one amount.
    const taxCents = isCancelled ? ZERO_CENTS : toCents(invoice.tax_amount);
    const lineItems = isCancelled ? [] : parseLineItems(invoice.line_items);
    return [
      {
        number,
        isCancelled,
        company,
        email,
        description,
        issuedOn: issued,
        dueOn: due,
        amountCents,
        taxCents,
        lines: toExportedLines({ description, amountCents, taxCents, lineItems }),
      },
    ];
  });
}

async function readPayments(query: Query, { from, to }: ExportPeriod): Promise<ExportedPayment[]> {
  // The rows' dates depend on the invoices' time zones, so read a day more on both sides.
  const rows = await query(
    `select payment.kind, payment.square_id, payment.square_payment_id, payment.amount, payment.tip_amount,
            payment.method, payment.card_brand, payment.card_last4, payment.created_at,
            coalesce(fee.amount, 0) as fee, invoice.invoice_number, invoice.time_zone,
            coalesce(client.company, 'Unassigned client') as company
       from public.invoice_payments as payment
       join public.invoices as invoice on invoice.id = payment.invoice_id
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
        invoiceNumber: row.invoice_number,
        company: row.company,
        method: paymentMethodLabel(row),
        amountCents: toCents(row.amount),
        tipCents: toCents(row.tip_amount),
        feeCents: toCents(row.fee),
      }),
    )
    .filter(({ date }) => date >= from && date <= to);
}
