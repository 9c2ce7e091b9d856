import type { TablesInsert } from "#supabase/database.types.ts";
import { insertRow, type World } from "./rows.ts";

/** An invoice not stored yet: whose it is, `aClient` or `store` say. */
export type InvoiceDraft = TablesInsert<"invoices">;

/** A pending invoice of 1,000 dollars unless told otherwise. */
export function anInvoice(wanted: Partial<InvoiceDraft> = {}): InvoiceDraft {
  return { amount: 1000, status: "pending", description: "Assessment", due_date: "2030-01-31", ...wanted };
}

/** Stores an invoice; without a client it is one the sync could not match. */
export function storeInvoice(world: World, draft: InvoiceDraft) {
  return insertRow(world, "invoices", draft);
}

/** One request of a payment schedule as the provider's wire has it; cents. */
export function aScheduleEntry(
  request_type: "DEPOSIT" | "BALANCE" | "INSTALLMENT",
  computed: number,
  completed = 0,
  more: { due_date?: string; percentage_requested?: string } = {},
) {
  return {
    request_type,
    due_date: "2030-01-31",
    computed_amount_money: { amount: computed, currency: "USD" },
    total_completed_amount_money: { amount: completed, currency: "USD" },
    ...more,
  };
}
