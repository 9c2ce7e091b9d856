import type { MutantGroup } from "./mutant.ts";

const TOTALS = "supabase/migrations/20261123001500_totals_and_reports.sql";

/** Totals that the database computes for lists and reports. */
export const DATABASE_TOTALS: MutantGroup = {
  tests: {
    project: "database",
    paths: ["supabase/totals-after-changes.test.ts", "supabase/reports.test.ts", "supabase/totals.test.ts"],
  },
  mutants: [
    {
      name: "paused subscriptions count as revenue",
      file: TOTALS,
      find: "sum(tier.monthly_price) filter (where subscription.status = 'active')",
      replace: "sum(tier.monthly_price) filter (where subscription.status in ('active', 'paused'))",
    },
    {
      name: "an overpaid invoice reduces the balance of other invoices",
      file: TOTALS,
      find: "then greatest(invoice.amount - invoice.total_paid_amount, 0) else 0 end\n$$",
      replace: "then invoice.amount - invoice.total_paid_amount else 0 end\n$$",
    },
    {
      name: "the paid total counts a paid invoice only by its partial payments",
      file: TOTALS,
      find: "when 'paid' then invoice.amount else",
      replace: "else",
    },
    {
      name: "the billed total counts cancelled invoices",
      file: TOTALS,
      find: "case when invoice.status <> 'cancelled' then 1 else 0 end",
      replace: "1",
    },
  ],
};
