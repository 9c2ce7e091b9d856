import * as z from "zod/mini";
import { groupBy } from "#domain/collections/group-by.ts";
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
  changed: "Changed while sending. Check it and send again.",
} as const;
export type ReminderSkipReason = keyof typeof SKIP_REASONS;

/** The same reasons in a list, such as "2 skipped: reminded today, no client". */
const SHORT_SKIP_REASONS: Readonly<Record<ReminderSkipReason, string>> = {
  not_overdue: "not overdue",
  no_client: "no client",
  processing: "payment processing",
  inactive_client: "client suspended",
  already_reminded: "reminded today",
  no_recipient: "no recipient",
  changed: "just changed",
};

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

/** A reminder for one invoice. Each recipient gets one email per client. */
type Reminder = {
  clientId: string | null;
  recipients: readonly { name: string; email: string }[];
  skipReason: ReminderSkipReason | null;
};

/** The result of sending reminders, such as "Reminder sent to Ada Moreno" or "Reminders sent to 3 people, 1 skipped". */
export function remindersSentLabel(reminders: readonly Reminder[]): string {
  const sent = reminders.filter(({ skipReason }) => skipReason === null);
  const people = listPeople(sent);
  const noun = sent.length > 1 && people.length > 1 ? "Reminders" : "Reminder";
  const label = sent.length === 0 ? "No reminders sent" : `${noun} sent to ${formatPeople(people)}`;
  const skippedCount = reminders.length - sent.length;
  return skippedCount === 0 ? label : `${label}, ${skippedCount} skipped`;
}

/** What will happen to each invoice, such as "16 will be sent, 2 skipped: reminded today, no client". */
export function plannedRemindersLabel(reminders: readonly Reminder[]): string {
  const reasons = reminders.flatMap(({ skipReason }) => skipReason ?? []);
  const sendCount = reminders.length - reasons.length;
  const label = `${sendCount === 0 ? "None" : sendCount.toLocaleString("en-US")} will be sent`;
  const shortReasons = [...new Set(reasons)].map((reason) => SHORT_SKIP_REASONS[reason]).sort();
  return reasons.length === 0 ? label : `${label}, ${reasons.length} skipped: ${shortReasons.join(", ")}`;
}

/** Who gets how many emails if the reminders are sent. Empty if none can be sent. */
export function reminderEmailsLabel(reminders: readonly Reminder[]): string {
  const sent = reminders.filter(({ skipReason }) => skipReason === null);
  const people = listPeople(sent);
  const isOneInvoice = sent.length === 1;
  if (sent.length === 0) {
    return "";
  }
  const recipients = `${formatPeople(people)} ${people.length === 1 ? "gets" : "get"}`;
  if (isOneInvoice) {
    return `${recipients} an email with a link to the invoice in the portal.`;
  }
  const emailCount = countEmails(sent);
  if (emailCount > people.length) {
    return `${recipients} one email per client with the overdue invoices.`;
  }
  return people.length === 1
    ? `${recipients} one email with the overdue invoices.`
    : `${recipients} one email each with their overdue invoices.`;
}

/**
 * Splits reminders into requests. The invoices of a client stay together, because each request sends its own emails. Only a
 * client with more invoices than a request can contain gets several emails.
 */
export function batchReminders<Each extends { clientId: string | null }>(
  reminders: readonly Each[],
  size: number = MAX_REMINDERS,
): Each[][] {
  const batches: Each[][] = [];
  for (const ofClient of groupBy(reminders, ({ clientId }) => clientId).values()) {
    for (let start = 0; start < ofClient.length; start += size) {
      const part = ofClient.slice(start, start + size);
      const last = batches.at(-1);
      if (last && last.length + part.length <= size) {
        last.push(...part);
      } else {
        batches.push(part);
      }
    }
  }
  return batches;
}

/** Each recipient gets one email per client. */
function countEmails(reminders: readonly Reminder[]): number {
  const emails = reminders.flatMap(({ clientId, recipients }) =>
    recipients.map(({ email }) => `${clientId} ${email}`),
  );
  return new Set(emails).size;
}

/** The recipients, each once. */
function listPeople(reminders: readonly Reminder[]): Reminder["recipients"] {
  const recipients = reminders.flatMap((reminder) => reminder.recipients);
  return [...new Map(recipients.map((recipient) => [recipient.email, recipient])).values()];
}

function formatPeople(people: Reminder["recipients"]): string {
  const [first] = people;
  return first && people.length === 1
    ? first.name || first.email
    : formatCount(people.length, "person", "people");
}
