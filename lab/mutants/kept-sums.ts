import type { MutantGroup } from "./mutant.ts";

const FIGURES = "supabase/migrations/20261122040100_kept_figures.sql";

/** What the database adds up for lists and reports. */
export const keptSums: MutantGroup = {
  tests: {
    project: "database",
    paths: ["supabase/kept-figures.test.ts", "supabase/firm-reports.test.ts", "supabase/totals.test.ts"],
  },
  mutants: [
    {
      name: "paused subscriptions are revenue",
      file: "supabase/migrations/20261122040300_firm_reports.sql",
      find: "sum(tier.monthly_price) filter (where subscription.status = 'active')",
      replace: "sum(tier.monthly_price) filter (where subscription.status in ('active', 'paused'))",
    },
    {
      name: "the kept balance takes an overpaid invoice from the others",
      file: FIGURES,
      find: "then greatest(invoice.amount - invoice.total_paid_amount, 0) else 0 end",
      replace: "then invoice.amount - invoice.total_paid_amount else 0 end",
    },
    {
      name: "the kept sum paid counts a paid invoice only by its part payments",
      file: FIGURES,
      find: "when 'paid' then invoice.amount else",
      replace: "else",
    },
    {
      name: "the kept sum billed counts cancelled invoices",
      file: FIGURES,
      find: "case when invoice.status <> 'cancelled' then 1 else 0 end",
      replace: "1",
    },
  ],
};
