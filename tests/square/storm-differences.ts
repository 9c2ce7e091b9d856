import { isDeepStrictEqual } from "node:util";
import { balanceDue, type InvoiceStatus } from "#domain/invoices/invoice.ts";
import { dollars } from "#domain/money/money.ts";
import {
  type ExpectedInvoice,
  type ExpectedPayment,
  expectedInvoices,
  resolveMergedCustomer,
} from "./expected-invoices.ts";
import type { Storm } from "./storm.ts";

type StoredRow = Record<string, string | null> & {
  status: InvoiceStatus;
  square_status: string | null;
  amount: string;
  total_paid_amount: string;
};

/**
 * Lists the differences between the portal's rows and those expected from the journal, to the cent. The next
 * payment changes at midnight without an event, so it is compared only after a sync.
 */
export async function findDifferences(
  storm: Storm,
  nextPayments: "synced" | "not synced",
): Promise<string[]> {
  const { simulator, pool } = storm.fixture;
  const expected = expectedInvoices(simulator.journal(), simulator.now());
  const findOwner = createOwnerLookup(storm);
  const { rows } = await pool.query<StoredRow & { square_invoice_id: string }>(
    `select square_invoice_id, invoice_number, square_status, status, amount::text, total_paid_amount::text,
            tip_amount::text, refunded_amount::text, pending_refund_amount::text, processing_amount::text, next_payment_amount::text, next_payment_due_date::text, due_date::text, paid_date::text,
            client_id from public.invoices`,
  );
  const stored = new Map(rows.map((row) => [row.square_invoice_id, row]));
  const lines: string[] = [];
  for (const id of stored.keys()) {
    if (!expected.has(id)) {
      lines.push(`${id}: stored, but not in the journal`);
    }
  }
  for (const [id, invoice] of expected) {
    const expectedRow = { ...expectedColumns(invoice), client_id: findOwner(invoice) };
    const row = stored.get(id);
    if (!row) {
      lines.push(`${id}: ${invoice.squareStatus}, but not stored`);
    }
    for (const [name, value] of Object.entries(expectedRow)) {
      if (!row || row[name] === value) {
        continue;
      }
      if (nextPayments === "not synced" && name.startsWith("next_payment")) {
        continue;
      }
      lines.push(`${id} (${invoice.squareStatus}) ${name}: ${row[name]} instead of ${value}`);
    }
  }
  lines.push(...(await findPaymentDifferences(pool, expected)));
  for (const client of storm.clients) {
    const clientRows = rows.filter((row) => row.client_id === client.id);
    const due = balanceDue(
      clientRows.map(({ status, square_status, amount, total_paid_amount }) => ({
        status,
        square_status,
        amount: dollars(amount),
        total_paid_amount: dollars(total_paid_amount),
      })),
    );
    const clientInvoices = [...expected.values()].filter((invoice) => findOwner(invoice) === client.id);
    const owed = clientInvoices.reduce((sum, invoice) => sum + invoice.due, 0);
    if (due !== owed) {
      lines.push(`${client.email}: balance is ${due} cents in the portal, ${owed} in Square`);
    }
  }
  return lines;
}

function expectedColumns(invoice: ExpectedInvoice): Record<string, string | null> {
  return {
    invoice_number: invoice.number,
    square_status: invoice.squareStatus,
    status: invoice.status,
    amount: formatCents(invoice.amount),
    total_paid_amount: formatCents(invoice.paid),
    tip_amount: formatCents(invoice.tips),
    refunded_amount: formatCents(invoice.refunded),
    pending_refund_amount: formatCents(invoice.pendingRefund),
    processing_amount: formatCents(invoice.processing),
    next_payment_amount: invoice.nextAmount === null ? null : formatCents(invoice.nextAmount),
    next_payment_due_date: invoice.nextDueDate,
    due_date: invoice.dueDate,
    paid_date: invoice.paidDate,
  };
}

/** Compares the stored payments and refunds. A payment that failed before it was read need not be stored. */
async function findPaymentDifferences(
  pool: Storm["fixture"]["pool"],
  expected: ReadonlyMap<string, ExpectedInvoice>,
): Promise<string[]> {
  const { rows } = await pool.query<{ invoice: string; id: string } & ExpectedPayment>(
    `select invoice.square_invoice_id as invoice, payment.square_id as id, payment.kind, payment.status,
            ((payment.amount + payment.tip_amount) * 100)::float8 as total, (fee.amount * 100)::float8 as fee
       from public.invoice_payments as payment
       join public.invoices as invoice on invoice.id = payment.invoice_id
       left join public.invoice_payment_fees as fee on fee.invoice_payment_id = payment.id`,
  );
  const stored = new Map(rows.map(({ id, invoice, ...payment }) => [`${invoice} ${id}`, payment]));
  const lines: string[] = [];
  for (const [invoiceId, { payments }] of expected) {
    for (const [id, payment] of payments) {
      const row = stored.get(`${invoiceId} ${id}`);
      stored.delete(`${invoiceId} ${id}`);
      if (row ? !isDeepStrictEqual(row, payment) : payment.status !== "failed") {
        lines.push(`${invoiceId} ${id}: ${JSON.stringify(row)} instead of ${JSON.stringify(payment)}`);
      }
    }
  }
  return [...lines, ...[...stored.keys()].map((key) => `${key}: stored, but not in the journal`)];
}

/** Finds an invoice's client by saved customer, or otherwise by email address. */
function createOwnerLookup({
  fixture,
  clients,
  savedCustomer,
}: Storm): (invoice: ExpectedInvoice) => string | null {
  const savedCustomerId = resolveMergedCustomer(fixture.simulator.journal(), savedCustomer.customerId);
  return ({ customerId, emails }) => {
    if (customerId === savedCustomerId) {
      return savedCustomer.clientId;
    }
    const byAddress = emails.map((email) => clients.find((client) => client.email === email));
    return byAddress.find((client) => client !== undefined)?.id ?? null;
  };
}

function formatCents(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
