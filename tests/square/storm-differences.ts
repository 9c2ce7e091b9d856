import { balanceDue } from "#domain/invoice.ts";
import { customerNow, type ExpectedInvoice, expectedInvoices } from "./oracle.ts";
import type { Storm } from "./storm.ts";

type StoredRow = Record<string, string | null> & {
  status: string;
  amount: string;
  total_paid_amount: string;
};

/**
 * Where the portal's rows are not what the journal adds up to: one line each, empty when they agree to the cent.
 * Money of the next payment changes at midnight without any event, so it is compared only after a synchronization.
 */
export async function differences(storm: Storm, sinceMidnight: "synced" | "not synced"): Promise<string[]> {
  const { simulator, pool } = storm.world;
  const expected = expectedInvoices(simulator.journal(), simulator.now());
  const ownerOf = owners(storm);
  const { rows } = await pool.query<StoredRow & { square_invoice_id: string }>(
    `select square_invoice_id, invoice_number, square_status, status, amount::text, total_paid_amount::text,
            tip_amount::text, next_payment_amount::text, next_payment_due_date::text, due_date::text, paid_date::text,
            client_id from public.invoices`,
  );
  const stored = new Map(rows.map((row) => [row.square_invoice_id, row]));
  const lines: string[] = [];
  for (const id of stored.keys()) if (!expected.has(id)) lines.push(`${id}: stored, but not in the journal`);
  for (const [id, invoice] of expected) {
    const wanted = { ...columnsOf(invoice), client_id: ownerOf(invoice) };
    const row = stored.get(id);
    if (!row) lines.push(`${id}: ${invoice.squareStatus}, but not stored`);
    for (const [name, value] of Object.entries(wanted)) {
      if (!row || row[name] === value) continue;
      if (sinceMidnight === "not synced" && name.startsWith("next_payment")) continue;
      lines.push(`${id} (${invoice.squareStatus}) ${name}: ${row[name]} instead of ${value}`);
    }
  }
  for (const client of storm.clients) {
    const due = balanceDue(rows.filter((row) => row.client_id === client.id));
    const own = [...expected.values()].filter((invoice) => ownerOf(invoice) === client.id);
    const owed = own.reduce((sum, invoice) => sum + invoice.due, 0);
    if (due !== owed) lines.push(`${client.email}: the portal asks for ${due} cents, Square for ${owed}`);
  }
  return lines;
}

function columnsOf(invoice: ExpectedInvoice): Record<string, string | null> {
  return {
    invoice_number: invoice.number,
    square_status: invoice.squareStatus,
    status: invoice.status,
    amount: inDollars(invoice.amount),
    total_paid_amount: inDollars(invoice.paid),
    tip_amount: inDollars(invoice.tips),
    next_payment_amount: invoice.nextAmount === null ? null : inDollars(invoice.nextAmount),
    next_payment_due_date: invoice.nextDueDate,
    due_date: invoice.dueDate,
    paid_date: invoice.paidDate,
  };
}

/** Whose an invoice is: the client's that has the customer saved, else the one's with the customer's address. */
function owners({ world, clients, kept }: Storm): (invoice: ExpectedInvoice) => string | null {
  const keptNow = customerNow(world.simulator.journal(), kept.customerId);
  return ({ customerId, emails }) => {
    if (customerId === keptNow) return kept.clientId;
    const byAddress = emails.map((email) => clients.find((client) => client.email === email));
    return byAddress.find((client) => client !== undefined)?.id ?? null;
  };
}

function inDollars(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
