import { toInstant } from "#domain/dates/instant.ts";
import { buildStatement, type Statement, type StatementPeriod } from "#domain/statements/build-statement.ts";
import type { Query } from "#server/database/database.ts";

/**
 * Builds a client's statement from the rows that the caller can read.
 * @returns null if the caller cannot read the client
 */
export async function readStatement(
  query: Query,
  clientId: string,
  period: StatementPeriod,
): Promise<{ company: string; contactPerson: string; statement: Statement } | null> {
  const [client] = await query("select company, contact_person from public.clients where id = $1", [
    clientId,
  ]);
  if (!client) {
    return null;
  }
  const invoices = await query(
    `select id, invoice_number, description, status, square_status, amount, total_paid_amount, refunded_amount,
            issued_date::text, due_date::text, paid_date::text, time_zone
       from public.invoices where client_id = $1`,
    [clientId],
  );
  const payments = await query(
    `select payment.invoice_id, payment.kind, payment.status, payment.amount, payment.created_at, payment.method,
            payment.card_brand, payment.card_last4
       from public.invoice_payments as payment
       join public.invoices as invoice on invoice.id = payment.invoice_id
      where invoice.client_id = $1 and payment.status = 'completed'`,
    [clientId],
  );
  const rows = payments.map((payment) => ({ ...payment, created_at: toInstant(payment.created_at) }));
  return {
    company: client.company,
    contactPerson: client.contact_person,
    statement: buildStatement(invoices, rows, period),
  };
}
