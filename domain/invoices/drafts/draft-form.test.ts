import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { draftProblem, InvoiceDraftContent, toDraftAmounts } from "#domain/invoices/drafts/draft-form.ts";

const today = calendarDate("2026-11-21");
const content = {
  title: "Penetration test",
  lines: [{ name: "Testing", quantity: "2.5", unitCents: 180_00 }],
  payments: [{ kind: "balance", dueOn: "2026-12-01", amountCents: 450_00 }],
  delivery: "email",
};
const parse = (change: object) => InvoiceDraftContent.safeParse({ ...content, ...change });
const firstMessage = (change: object) => parse(change).error?.issues[0]?.message ?? null;

test("fills in the defaults and computes the amounts", () => {
  const parsed = InvoiceDraftContent.parse(content);
  expect(parsed).toMatchObject({
    message: "",
    discountCents: 0,
    reminderDays: [],
    acceptsBankTransfers: true,
    lines: [{ note: "" }],
  });
  expect(toDraftAmounts(parsed)).toEqual({
    lines: [{ name: "Testing", note: "", quantity: "2.5", unitCents: 180_00, amountCents: 450_00 }],
    totalCents: 450_00,
    payments: content.payments,
  });
  expect(draftProblem(parsed, today)).toBeNull();
});

test.each([
  [{ title: " " }, "Enter a title"],
  [{ lines: [] }, "Add at least one line item"],
  [{ lines: [{ name: "", quantity: "1", unitCents: 1 }] }, "Describe each line item"],
  [{ lines: [{ name: "A", quantity: "0", unitCents: 1 }] }, "Enter a quantity between 0.01 and 99999.99"],
  [{ lines: [{ name: "A", quantity: "1", unitCents: -1 }] }, "Enter an amount of $0 or more"],
  [{ lines: [{ name: "A", quantity: "1", unitCents: 1.5 }] }, "Enter an amount with at most two decimals"],
  [{ payments: [] }, "Add at least one payment"],
  [{ payments: [{ kind: "balance", dueOn: "2026-02-30", amountCents: 1 }] }, "Enter a valid due date"],
  [{ reminderDays: [3, 3] }, "Each reminder must be on a different day"],
  [{ reminderDays: [91] }, "Use at most 90 days"],
])("rejects %j", (change, message) => {
  expect(firstMessage(change)).toBe(message);
});

test("rejects reminders for an invoice that Square does not email", () => {
  const parsed = InvoiceDraftContent.parse({ ...content, delivery: "link", reminderDays: [-3] });
  expect(draftProblem(parsed, today)).toBe("Square can only send reminders for invoices that it emails.");
});

test("rejects a total of $0 and one above the limit", () => {
  const free = InvoiceDraftContent.parse({ ...content, discountCents: 450_00 });
  expect(draftProblem(free, today)).toBe("The total must be more than $0.");
  const lines = [{ name: "A", quantity: "99999", unitCents: 100_000_000 }];
  const large = InvoiceDraftContent.parse({ ...content, lines });
  expect(draftProblem(large, today)).toBe("The total must be at most $20,000,000.00.");
});
