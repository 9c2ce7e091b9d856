import type { MutantGroup } from "./mutant.ts";

/** What the screens add up. */
export const moneyRules: MutantGroup = {
  tests: { project: "unit", paths: ["domain"] },
  mutants: [
    {
      name: "half a cent is cut off",
      file: "domain/money.ts",
      find: 'digits.charAt(2) >= "5"',
      replace: 'digits.charAt(2) > "5"',
    },
    {
      name: "a negative amount loses its sign",
      file: "domain/money.ts",
      find: 'sign === "-" && cents !== 0 ? -cents : cents',
      replace: "cents",
    },
    {
      name: "a share may be more than 100 %",
      file: "domain/money.ts",
      find: "Math.min(100, Math.max(0, Math.round((partCents / wholeCents) * 100)))",
      replace: "Math.max(0, Math.round((partCents / wholeCents) * 100))",
    },
    {
      name: "a share is cut instead of rounded",
      file: "domain/money.ts",
      find: "Math.round((partCents / wholeCents) * 100)",
      replace: "Math.floor((partCents / wholeCents) * 100)",
    },
    {
      name: "thousands are cut instead of rounded",
      file: "domain/money.ts",
      find: "Math.round(Math.abs(cents) / 100_000)",
      replace: "Math.floor(Math.abs(cents) / 100_000)",
    },
    {
      name: "an overdue invoice is not to be paid",
      file: "domain/invoice.ts",
      find: 'invoice.status === "pending" || invoice.status === "overdue";',
      replace: 'invoice.status === "pending";',
    },
    {
      name: "what was paid in part is still due",
      file: "domain/invoice.ts",
      find: "toCents(invoice.amount) - toCents(invoice.total_paid_amount)",
      replace: "toCents(invoice.amount)",
    },
    {
      name: "what was paid too much lowers the balance",
      file: "domain/invoice.ts",
      find: "Math.max(0, toCents(invoice.amount) - toCents(invoice.total_paid_amount))",
      replace: "toCents(invoice.amount) - toCents(invoice.total_paid_amount)",
    },
    {
      name: "paid invoices are in the note beneath the balance",
      file: "domain/invoice.ts",
      find: "const unpaid = invoices.filter(isUnpaid);",
      replace: "const unpaid = [...invoices];",
    },
    {
      name: "cancelled invoices count as billed",
      file: "domain/project.ts",
      find: 'invoices.filter((invoice) => invoice.status !== "cancelled")',
      replace: "[...invoices]",
    },
    {
      name: "a paid invoice counts only by its part payments",
      file: "domain/project.ts",
      find: 'invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount',
      replace: "invoice.total_paid_amount",
    },
    {
      name: "a project's outstanding is all that is billed",
      file: "domain/project.ts",
      find: "outstandingCents: billedCents - paidCents",
      replace: "outstandingCents: billedCents",
    },
    {
      name: "a request is paid only beyond its amount",
      file: "domain/payment-schedule.ts",
      find: "entry.completedCents >= entry.computedCents",
      replace: "entry.completedCents > entry.computedCents",
    },
    {
      name: "a request without an amount is paid",
      file: "domain/payment-schedule.ts",
      find: "entry.computedCents !== null && entry.completedCents >= entry.computedCents",
      replace: "entry.completedCents >= (entry.computedCents ?? 0)",
    },
    {
      name: "overpaying one request pays another",
      file: "domain/payment-schedule.ts",
      find: "sum + Math.min(entry.completedCents, entry.computedCents ?? 0)",
      replace: "sum + entry.completedCents",
    },
    {
      name: "dollars of the next payment are taken for cents",
      file: "domain/payment-schedule.ts",
      find: "const cents = toCents(invoice.next_payment_amount);",
      replace: "const cents = Number(invoice.next_payment_amount);",
    },
  ],
};
