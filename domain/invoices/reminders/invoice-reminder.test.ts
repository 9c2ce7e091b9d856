import { expect, test } from "vitest";
import { dollars } from "#domain/money/money.ts";
import {
  findSkipReason,
  isRemindable,
  MAX_REMINDERS,
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

test.each([
  [1, 0, "1 reminder sent"],
  [3, 2, "3 reminders sent, 2 skipped"],
  [0, 1, "No reminders sent, 1 skipped"],
])("describes %i sent and %i skipped reminders", (sent, skipped, label) => {
  expect(remindersSentLabel(sent, skipped)).toBe(label);
});
