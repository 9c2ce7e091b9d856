import type { TablesInsert } from "#supabase/database.types.ts";
import { type DatabaseFixture, insertRow } from "./insert-row.ts";

/** An invoice to insert. `createTestClient` sets its client. */
export type InvoiceInput = TablesInsert<"invoices">;

/** A pending invoice of $1,000 by default. */
export function buildInvoice(overrides: Partial<InvoiceInput> = {}): InvoiceInput {
  return { amount: 1000, status: "pending", description: "Assessment", due_date: "2030-01-31", ...overrides };
}

/** Inserts an invoice. Without a client, it is an invoice that the sync could not match. */
export function insertInvoice(database: DatabaseFixture, invoice: InvoiceInput) {
  return insertRow(database, "invoices", invoice);
}

/** A payment request of a payment schedule, as in Square's API. Amounts are in cents. */
export function buildScheduleEntry(
  request_type: "DEPOSIT" | "BALANCE" | "INSTALLMENT",
  amount: number,
  paid = 0,
  overrides: { due_date?: string; percentage_requested?: string } = {},
) {
  return {
    request_type,
    due_date: "2030-01-31",
    computed_amount_money: { amount, currency: "USD" },
    total_completed_amount_money: { amount: paid, currency: "USD" },
    ...overrides,
  };
}
