import type { MutantGroup } from "./mutant.ts";

/** Calculations that the screens show. */
export const MONEY_RULES: MutantGroup = {
  tests: { project: "unit", paths: ["domain"] },
  mutants: [
    {
      name: "half a cent is truncated instead of rounded",
      file: "domain/money/money.ts",
      find: 'fractionDigits.charAt(2) >= "5"',
      replace: 'fractionDigits.charAt(2) > "5"',
    },
    {
      name: "a negative amount loses its sign",
      file: "domain/money/money.ts",
      find: 'sign === "-" && amount !== 0 ? -amount : amount',
      replace: "amount",
    },
    {
      name: "a share can exceed 100 %",
      file: "domain/money/money.ts",
      find: "Math.min(100, Math.max(0, Math.round((part / whole) * 100)))",
      replace: "Math.max(0, Math.round((part / whole) * 100))",
    },
    {
      name: "a share is truncated instead of rounded",
      file: "domain/money/money.ts",
      find: "Math.round((part / whole) * 100)",
      replace: "Math.floor((part / whole) * 100)",
    },
    {
      name: "thousands are truncated instead of rounded",
      file: "domain/money/money.ts",
      find: "Math.round(Math.abs(cents) / 100_000)",
      replace: "Math.floor(Math.abs(cents) / 100_000)",
    },
    {
      name: "an overdue invoice is not payable",
      file: "domain/invoices/invoice.ts",
      find: 'return status === "pending" || status === "overdue";',
      replace: 'return status === "pending";',
    },
    {
      name: "an invoice that Square sends later is owed",
      file: "domain/invoices/invoice.ts",
      find: 'isOpen(invoice.status) && invoice.square_status !== "SCHEDULED"',
      replace: "isOpen(invoice.status)",
    },
    {
      name: "an invoice is overdue on its due date",
      file: "domain/invoices/due-dates/overdue.ts",
      find: "unpaidDueDate !== null && unpaidDueDate < today",
      replace: "unpaidDueDate !== null && unpaidDueDate <= today",
    },
    {
      name: "a late deposit is not overdue while the last payment is not due",
      file: "domain/invoices/due-dates/overdue.ts",
      find: "invoice.next_payment_due_date ?? invoice.due_date",
      replace: "invoice.due_date",
    },
    {
      name: "an overdue invoice can be zero days late",
      file: "domain/invoices/due-dates/overdue.ts",
      find: "Math.max(1, daysBetween(overdueSince, today))",
      replace: "daysBetween(overdueSince, today)",
    },
    {
      name: "partial payments do not reduce the balance due",
      file: "domain/invoices/invoice.ts",
      find: "toCents(invoice.amount) - toCents(invoice.total_paid_amount)",
      replace: "toCents(invoice.amount)",
    },
    {
      name: "an overpayment lowers the balance due",
      file: "domain/invoices/invoice.ts",
      find: "Math.max(0, toCents(invoice.amount) - toCents(invoice.total_paid_amount))",
      replace: "toCents(invoice.amount) - toCents(invoice.total_paid_amount)",
    },
    {
      name: "paid invoices are part of the note below the balance",
      file: "domain/invoices/invoice.ts",
      find: "const unpaid = invoices.filter(isUnpaid);",
      replace: "const unpaid = [...invoices];",
    },
    {
      name: "cancelled invoices count as billed",
      file: "domain/projects/project.ts",
      find: 'invoices.filter((invoice) => invoice.status !== "cancelled")',
      replace: "[...invoices]",
    },
    {
      name: "a paid invoice counts only its partial payments as paid",
      file: "domain/invoices/invoice.ts",
      find: 'invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount',
      replace: "invoice.total_paid_amount",
    },
    {
      name: "a project's outstanding amount ignores payments",
      file: "domain/projects/project.ts",
      find: "outstandingCents: subtractCents(billedCents, addCents(paidCents, refundedCents))",
      replace: "outstandingCents: billedCents",
    },
    {
      name: "a refund increases a project's outstanding amount",
      file: "domain/projects/project.ts",
      find: "addCents(paidCents, refundedCents)),",
      replace: "paidCents),",
    },
    {
      name: "a statement lists no credit for a refund",
      file: "domain/statements/build-statement.ts",
      find: "subtractCents(returnedCents, refundCents)",
      replace: "ZERO_CENTS",
    },
    {
      name: "the refund of a second payment is credited",
      file: "domain/invoices/billed-amount.ts",
      find: "cents(Math.min(refund, Math.max(0, overpaidCents)))",
      replace: "cents(Math.min(0, overpaidCents))",
    },
    {
      name: "every refund returns the overpaid amount again",
      file: "domain/invoices/billed-amount.ts",
      find: "subtractCents(subtractCents(receivedCents, billedCents), refundedBeforeCents)",
      replace: "subtractCents(receivedCents, billedCents)",
    },
    {
      name: "the ledger posts the refund of a second payment to refunds",
      file: "domain/accounting/ledger.ts",
      find: '["Refunds", subtractCents(amountCents, overpaidCents)],',
      replace: '["Refunds", amountCents],',
    },
    {
      name: "an empty amount of a payment request is zero",
      file: "domain/invoices/due-dates/payment-schedule.ts",
      find: 'typeof stored === "string" && INTEGER_PATTERN.test(stored)',
      replace: 'typeof stored === "string"',
    },
    {
      name: "a payment request is paid only above its amount",
      file: "domain/invoices/due-dates/payment-schedule.ts",
      find: "entry.completedCents >= entry.computedCents",
      replace: "entry.completedCents > entry.computedCents",
    },
    {
      name: "a payment request without an amount counts as paid",
      file: "domain/invoices/due-dates/payment-schedule.ts",
      find: "entry.computedCents !== null && entry.completedCents >= entry.computedCents",
      replace: "entry.completedCents >= (entry.computedCents ?? 0)",
    },
    {
      name: "overpaying one payment request pays another",
      file: "domain/invoices/due-dates/payment-schedule.ts",
      find: "cents(Math.min(entry.completedCents, entry.computedCents ?? 0))",
      replace: "entry.completedCents",
    },
    {
      name: "the next payment in dollars is read as cents",
      file: "domain/invoices/due-dates/payment-schedule.ts",
      find: "const amount = toCents(invoice.next_payment_amount);",
      replace: "const amount = cents(Math.round(Number(invoice.next_payment_amount)));",
    },
  ],
};
