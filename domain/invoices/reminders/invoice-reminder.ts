import * as z from "zod/mini";
import { amountOwed, type OwedInvoice } from "#domain/invoices/invoice.ts";

/** The largest number of invoices in a request. */
export const MAX_REMINDERS = 50;

/** Request to send reminders of overdue invoices, or to preview them. Duplicate ids are removed. */
export const SendReminders = z.object({
  invoiceIds: z.pipe(
    z
      .array(z.guid("Unknown invoice"))
      .check(
        z.minLength(1, "Select at least one invoice"),
        z.maxLength(MAX_REMINDERS, `Select at most ${MAX_REMINDERS} invoices`),
      ),
    z.transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  ),
});

/** Why no reminder of an invoice is sent. */
export type ReminderSkipReason =
  | "not_overdue"
  | "no_client"
  | "processing"
  | "inactive_client"
  | "already_reminded"
  | "no_recipient";

type RemindableInvoice = OwedInvoice & { client_id: string | null; is_processing: boolean };
type ReminderConditions = { isClientActive: boolean; wasRemindedToday: boolean; recipientCount: number };

/**
 * Returns why a reminder of an invoice is not sent, or null if it can be sent.
 * @see docs/product.md#invoices
 */
export function findSkipReason(
  invoice: RemindableInvoice,
  conditions: ReminderConditions,
): ReminderSkipReason | null {
  const reasons: [ReminderSkipReason, boolean][] = [
    ["not_overdue", invoice.status !== "overdue" || amountOwed(invoice) === 0],
    ["no_client", invoice.client_id === null],
    ["processing", invoice.is_processing],
    ["inactive_client", !conditions.isClientActive],
    ["already_reminded", conditions.wasRemindedToday],
    ["no_recipient", conditions.recipientCount === 0],
  ];
  return reasons.find(([, applies]) => applies)?.[0] ?? null;
}
