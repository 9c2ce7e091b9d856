import type { MutantGroup } from "./mutant.ts";

const AGING_MIGRATION = "supabase/migrations/20261125003000_aging_by_payment.sql";
const INVOICES = "supabase/migrations/20261124000500_invoices.sql";
const PAYMENTS_MIGRATION = "supabase/migrations/20261124001600_invoice_payments.sql";
const TOTALS_MIGRATION = "supabase/migrations/20261124001500_totals_and_reports.sql";

/** Totals that the database computes for lists and reports. */
export const DATABASE_TOTALS: MutantGroup = {
  tests: {
    project: "database",
    paths: [
      "supabase/invoice-rules.test.ts",
      "supabase/reports.test.ts",
      "supabase/totals-after-changes.test.ts",
      "supabase/totals.test.ts",
    ],
  },
  mutants: [
    {
      name: "paused subscriptions count as revenue",
      file: TOTALS_MIGRATION,
      find: "sum(tier.monthly_price) filter (where subscription.status = 'active')",
      replace: "sum(tier.monthly_price) filter (where subscription.status in ('active', 'paused'))",
    },
    {
      name: "an overpaid invoice reduces the balance of other invoices",
      file: INVOICES,
      find: "then greatest(amount - total_paid_amount, 0) else 0 end",
      replace: "then amount - total_paid_amount else 0 end",
    },
    {
      name: "the paid total counts a paid invoice only by its partial payments",
      file: PAYMENTS_MIGRATION,
      find: "case status when 'paid' then greatest(amount - refunded_amount, 0)",
      replace: "case status when 'paid' then greatest(total_paid_amount - refunded_amount, 0)",
    },
    {
      name: "the paid total includes refunded amounts",
      file: PAYMENTS_MIGRATION,
      find: "else greatest(total_paid_amount - refunded_amount, 0) end;",
      replace: "else total_paid_amount end;",
    },
    {
      name: "a refund increases the outstanding amount of a project in lists",
      file: PAYMENTS_MIGRATION,
      find: "(totals.total_billed - totals.total_paid - totals.total_refunded)",
      replace: "(totals.total_billed - totals.total_paid)",
    },
    {
      name: "the totals count an invoice that Square sends later",
      file: INVOICES,
      find: " and square_status is distinct from 'SCHEDULED'",
      replace: "",
    },
    {
      name: "an invoice ages by its last payment instead of the late one",
      file: INVOICES,
      find: "then coalesce(next_payment_due_date, due_date) end",
      replace: "then due_date end",
    },
    {
      name: "an invoice that is overdue in its time zone is not overdue where the reader is",
      file: AGING_MIGRATION,
      find: "greatest(today - overdue.due_date, 1)",
      replace: "today - overdue.due_date",
    },
    {
      name: "the whole amount owed is as late as the first late payment",
      file: AGING_MIGRATION,
      find: "least(owed.next_amount, owed.amount)",
      replace: "owed.amount",
    },
    {
      name: "the billed total counts cancelled invoices",
      file: TOTALS_MIGRATION,
      find: "case when invoice.status <> 'cancelled' then 1 else 0 end",
      replace: "1",
    },
  ],
};
