import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { deliveredText, previewInvoice, publishQuestion } from "#domain/invoices/drafts/draft-preview.ts";
import { cents } from "#domain/money/money.ts";

const draft = {
  title: "Penetration test",
  message: "",
  lines: [{ name: "Testing", note: "", quantity: "1", unitCents: cents(100_00), amountCents: cents(100_00) }],
  discountCents: cents(10_00),
  totalCents: cents(90_00),
  payments: [
    { kind: "installment" as const, dueOn: calendarDate("2026-12-01"), amountCents: cents(45_00) },
    { kind: "installment" as const, dueOn: calendarDate("2027-01-01"), amountCents: cents(45_00) },
  ],
  recipient: { name: "Ada Moreno", email: "ada@contoso.example" },
  delivery: "email" as const,
  reminderDays: [],
  hasReplacedInstallments: false,
  isConfirmedBySquare: false,
  areInstallmentsRejected: false,
};

test("names the sender, the recipient and the amount", () => {
  expect(previewInvoice(draft)).toMatchObject({
    subtotalCents: 100_00,
    totalCents: 90_00,
    confirmation: { amountCents: 90_00, recipient: "ada@contoso.example" },
    deliveryText: "Square emails the invoice to ada@contoso.example. We don't send it again.",
    notices: [],
  });
  expect(publishQuestion(draft)).toBe(
    "Publish an invoice for $90.00 to ada@contoso.example? It has 2 payments, the first due Dec 1, 2026.",
  );
  expect(publishQuestion({ ...draft, payments: draft.payments.slice(0, 1) })).toBe(
    "Publish an invoice for $90.00 to ada@contoso.example?",
  );
  expect(deliveredText(previewInvoice(draft))).toBe("Square emailed it to ada@contoso.example.");
});

test("confirms no address for a link, because Square sends nothing", () => {
  const preview = previewInvoice({ ...draft, delivery: "link" });
  expect(preview.confirmation).toEqual({ amountCents: 90_00, recipient: "" });
  expect(preview.deliveryText).toBe(
    "Square sends nothing. We email the payment link to the client's billing contacts.",
  );
  expect(publishQuestion({ ...draft, delivery: "link" })).toContain("for $90.00 to Ada Moreno?");
  expect(deliveredText(preview)).toBe("We emailed the payment link to the client's billing contacts.");
});

test("mentions reminders, a missing address and installments that Square rejects", () => {
  expect(previewInvoice({ ...draft, reminderDays: [-3] }).deliveryText).toBe(
    "Square emails the invoice and reminders to ada@contoso.example. We don't send them again.",
  );
  expect(previewInvoice({ ...draft, recipient: { name: "Ada", email: null } }).notices).toEqual([
    "The client has no email address. Square can't email the invoice.",
  ]);
  expect(previewInvoice({ ...draft, areInstallmentsRejected: true }).notices).toEqual([
    "Your Square account has no Invoices Plus. The installments will be replaced with a deposit and a balance.",
  ]);
  expect(previewInvoice({ ...draft, hasReplacedInstallments: true }).notices).toEqual([
    "Square doesn't accept installments without Invoices Plus. They were replaced with a deposit and a balance.",
  ]);
});
