import * as z from "zod/mini";
import { amountOwed, type OwedInvoice } from "#domain/invoices/invoice.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** The largest number of invoices in a request. */
export const MAX_REMINDERS = 50;

/** Request to send reminders for overdue invoices, or to preview them. Duplicate ids are removed. */
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

/** Why no reminder for an invoice is sent. */
const SKIP_REASONS = {
  not_overdue: "Not overdue",
  no_client: "No client is assigned",
  processing: "A payment is processing",
  inactive_client: "The client is suspended",
  already_reminded: "Already reminded today",
  no_recipient: "No one at the client receives billing emails",
} as const;
export type ReminderSkipReason = keyof typeof SKIP_REASONS;

export function skipReasonLabel(reason: ReminderSkipReason): string {
  return SKIP_REASONS[reason];
}

type RemindableInvoice = OwedInvoice & { client_id: string | null; is_processing: boolean };
type ReminderConditions = { isClientActive: boolean; wasRemindedToday: boolean; recipientCount: number };

/**
 * Returns why a reminder for an invoice is not sent, or null if it can be sent.
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

/** Whether to offer a reminder for an invoice in a list. Whom it is sent to is only known when it is previewed. */
export function isRemindable(invoice: RemindableInvoice): boolean {
  return (
    findSkipReason(invoice, { isClientActive: true, wasRemindedToday: false, recipientCount: 1 }) === null
  );
}

/** The result of sending reminders, such as "2 reminders sent, 1 skipped". */
export function remindersSentLabel(sentCount: number, skippedCount: number): string {
  const sent = sentCount === 0 ? "No reminders sent" : `${formatCount(sentCount, "reminder")} sent`;
  return skippedCount === 0 ? sent : `${sent}, ${skippedCount} skipped`;
}
