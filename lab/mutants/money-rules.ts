import type { MutantGroup } from "./mutant.ts";

/** Calculations that the screens show. */
export const MONEY_RULES: MutantGroup = {
  tests: { project: "unit", paths: ["domain"] },
  mutants: [
    {
      name: "half a cent is truncated instead of rounded",
      file: "domain/money/money.ts",
      find: 'digits.charAt(2) >= "5"',
      replace: 'digits.charAt(2) > "5"',
    },
    {
      name: "a negative amount loses its sign",
      file: "domain/money/money.ts",
      find: 'sign === "-" && cents !== 0 ? -cents : cents',
      replace: "cents",
    },
    {
      name: "a share can exceed 100 %",
      file: "domain/money/money.ts",
      find: "Math.min(100, Math.max(0, Math.round((partCents / wholeCents) * 100)))",
      replace: "Math.max(0, Math.round((partCents / wholeCents) * 100))",
    },
    {
      name: "a share is truncated instead of rounded",
      file: "domain/money/money.ts",
      find: "Math.round((partCents / wholeCents) * 100)",
      replace: "Math.floor((partCents / wholeCents) * 100)",
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
      find: 'invoice.status === "pending" || invoice.status === "overdue";',
      replace: 'invoice.status === "pending";',
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
      file: "domain/projects/project.ts",
      find: 'invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount',
      replace: "invoice.total_paid_amount",
    },
    {
      name: "a project's outstanding amount ignores payments",
      file: "domain/projects/project.ts",
      find: "outstandingCents: billedCents - paidCents",
      replace: "outstandingCents: billedCents",
    },
    {
      name: "a payment request is paid only above its amount",
      file: "domain/invoices/payment-schedule.ts",
      find: "entry.completedCents >= entry.computedCents",
      replace: "entry.completedCents > entry.computedCents",
    },
    {
      name: "a payment request without an amount counts as paid",
      file: "domain/invoices/payment-schedule.ts",
      find: "entry.computedCents !== null && entry.completedCents >= entry.computedCents",
      replace: "entry.completedCents >= (entry.computedCents ?? 0)",
    },
    {
      name: "overpaying one payment request pays another",
      file: "domain/invoices/payment-schedule.ts",
      find: "sum + Math.min(entry.completedCents, entry.computedCents ?? 0)",
      replace: "sum + entry.completedCents",
    },
    {
      name: "the next payment in dollars is read as cents",
      file: "domain/invoices/payment-schedule.ts",
      find: "const cents = toCents(invoice.next_payment_amount);",
      replace: "const cents = Number(invoice.next_payment_amount);",
    },
  ],
};
