import { expect, test } from "vitest";
import { dollars } from "#domain/money/money.ts";
import {
  batchReminders,
  findSkipReason,
  isRemindable,
  MAX_REMINDERS,
  plannedRemindersLabel,
  type ReminderSkipReason,
  reminderEmailsLabel,
  remindersSentLabel,
  SendReminders,
  skipReasonLabel,
} from "./invoice-reminder.ts";

const INVOICE = {
  status: "overdue",
  square_status: "UNPAID",
  amount: dollars(100),
  total_paid_amount: dollars(0),
  client_id: "b7d1e2d8-6f0b-4b57-9d0b-2f6f3f6b7a10",
  is_processing: false,
} as const;
const CONDITIONS = { isClientActive: true, wasRemindedToday: false, recipientCount: 1 };

test("an active client with a recipient can get a reminder for an overdue invoice", () => {
  expect(findSkipReason(INVOICE, CONDITIONS)).toBeNull();
});

test.each([
  ["not_overdue", { status: "pending" }, {}],
  ["not_overdue", { status: "paid" }, {}],
  ["not_overdue", { total_paid_amount: dollars(100) }, {}],
  ["no_client", { client_id: null }, { isClientActive: false, recipientCount: 0 }],
  ["processing", { is_processing: true }, {}],
  ["inactive_client", {}, { isClientActive: false }],
  ["already_reminded", {}, { wasRemindedToday: true }],
  ["no_recipient", {}, { recipientCount: 0 }],
] as const)("skips with the reason %s if %j and %j", (reason, invoice, conditions) => {
  expect(findSkipReason({ ...INVOICE, ...invoice }, { ...CONDITIONS, ...conditions })).toBe(reason);
  expect(skipReasonLabel(reason)).not.toBe("");
});

test("a request has 1 to 50 invoices, without duplicates", () => {
  const id = (at: number) => `b7d1e2d8-6f0b-4b57-9d0b-${String(at).padStart(12, "0")}`;
  const ids = (count: number) => Array.from({ length: count }, (_, at) => id(at));
  expect(SendReminders.safeParse({ invoiceIds: [] }).success).toBe(false);
  expect(SendReminders.safeParse({ invoiceIds: ids(MAX_REMINDERS + 1) }).success).toBe(false);
  expect(SendReminders.parse({ invoiceIds: ids(MAX_REMINDERS) }).invoiceIds).toHaveLength(50);
  expect(SendReminders.parse({ invoiceIds: [id(1), id(1).toUpperCase()] }).invoiceIds).toEqual([id(1)]);
});

test("a list offers a reminder only of an overdue invoice with a client and no pending payment", () => {
  expect(isRemindable(INVOICE)).toBe(true);
  expect(isRemindable({ ...INVOICE, status: "pending" })).toBe(false);
  expect(isRemindable({ ...INVOICE, client_id: null })).toBe(false);
  expect(isRemindable({ ...INVOICE, is_processing: true })).toBe(false);
});

const ADA = { name: "Ada Moreno", email: "ada@client.example" };
const BO = { name: "", email: "bo@client.example" };
const reminder = (clientId: string, recipients = [ADA], skipReason: ReminderSkipReason | null = null) => ({
  clientId,
  recipients,
  skipReason,
});
const SKIPPED = [reminder("2", [], "no_recipient"), reminder("1", [ADA], "already_reminded")];

test.each([
  [[reminder("1")], "Reminder sent to Ada Moreno"],
  [[reminder("1", [BO])], "Reminder sent to bo@client.example"],
  [[reminder("1", [ADA, BO])], "Reminder sent to 2 people"],
  [[reminder("1"), reminder("2")], "Reminder sent to Ada Moreno"],
  [[reminder("1"), reminder("2", [BO]), ...SKIPPED], "Reminders sent to 2 people, 2 skipped"],
  [SKIPPED, "No reminders sent, 2 skipped"],
])("describes the sent reminders %j", (reminders, label) => {
  expect(remindersSentLabel(reminders)).toBe(label);
});

test.each([
  [[reminder("1"), reminder("2")], "2 will be sent"],
  [[reminder("1"), ...SKIPPED, ...SKIPPED], "1 will be sent, 4 skipped: no recipient, reminded today"],
  [SKIPPED, "None will be sent, 2 skipped: no recipient, reminded today"],
])("describes the planned reminders %j", (reminders, label) => {
  expect(plannedRemindersLabel(reminders)).toBe(label);
});

test.each([
  [[reminder("1")], "Ada Moreno gets an email with a link to the invoice in the portal."],
  [[reminder("1", [ADA, BO])], "2 people get an email with a link to the invoice in the portal."],
  [[reminder("1"), reminder("1")], "Ada Moreno gets one email with the overdue invoices."],
  [[reminder("1"), reminder("2", [BO])], "2 people get one email each with their overdue invoices."],
  [[reminder("1"), reminder("2")], "Ada Moreno gets one email per client with the overdue invoices."],
  [[reminder("1"), reminder("2", [ADA, BO])], "2 people get one email per client with the overdue invoices."],
  [SKIPPED, ""],
])("describes the emails of the reminders %j", (reminders, label) => {
  expect(reminderEmailsLabel(reminders)).toBe(label);
});

test("a request contains all invoices of a client, unless there are too many", () => {
  const clientIds = ["1", "2", "1", "3", "2", "3", "3", "3", "3"];
  const batches = batchReminders(
    clientIds.map((clientId) => ({ clientId })),
    4,
  );
  expect(batches.map((batch) => batch.map(({ clientId }) => clientId).join(""))).toEqual([
    "1122",
    "3333",
    "3",
  ]);
});
