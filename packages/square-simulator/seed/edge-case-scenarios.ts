import { ids } from "../state/ids.ts";
import type { RandomSource } from "../state/random.ts";
import type { SeedCustomers } from "./customers.ts";
import { ENGAGEMENTS, LONG_TITLE } from "./engagements.ts";
import type { InvoiceScenario } from "./seed-invoice.ts";
import type { SeedLocations } from "./seller.ts";

type EdgeCaseInput = { locations: SeedLocations; customers: SeedCustomers; source: RandomSource };

/** Invoices that each cover one edge case, in addition to those of the first two clients. */
export function edgeCaseScenarios({ locations, customers, source }: EdgeCaseInput): InvoiceScenario[] {
  const { main, west, closed } = locations;
  const { unmatched, merged, shared, clients } = customers;
  const third = clients[2] ?? unmatched;
  const [assessment, redTeam, gap] = ENGAGEMENTS;
  const balance = { kind: "balance" } as const;
  return [
    {
      location: main,
      customer: unmatched,
      engagement: assessment,
      createdDaysAgo: 12,
      firstDueIn: 18,
      schedule: balance,
    },
    {
      location: west,
      customer: merged,
      engagement: redTeam,
      createdDaysAgo: 25,
      firstDueIn: 0,
      schedule: balance,
    },
    {
      location: main,
      customer: shared[0],
      engagement: gap,
      createdDaysAgo: 20,
      firstDueIn: 10,
      schedule: balance,
    },
    {
      location: main,
      customer: shared[1],
      engagement: assessment,
      createdDaysAgo: 60,
      firstDueIn: -30,
      schedule: { kind: "deposit-installments", percentage: "10", count: 12 },
      payments: [{ amount: "next", daysAgo: 31 }],
    },
    {
      location: west,
      customer: unmatched,
      engagement: redTeam,
      createdDaysAgo: 45,
      firstDueIn: -15,
      schedule: balance,
      end: "failed",
    },
    {
      location: main,
      customer: third,
      engagement: { title: LONG_TITLE, cents: 123_456_789, lines: ["Evaluation program, twelve months"] },
      createdDaysAgo: 8,
      firstDueIn: 52,
      schedule: balance,
    },
    {
      location: closed,
      customer: merged,
      engagement: gap,
      createdDaysAgo: 1_200,
      firstDueIn: -1_170,
      schedule: balance,
      payments: [{ amount: "all", daysAgo: 1_172 }],
      // Older Square ids have no prefix.
      id: ids.oldInvoice(source),
      invoiceNumber: "CHI-0007",
    },
  ];
}
