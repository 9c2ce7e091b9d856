import type { Customer } from "../wire/seller.ts";
import { ENGAGEMENTS } from "./engagements.ts";
import type { InvoiceScenario } from "./seed-invoice.ts";
import type { SeedLocations } from "./seller.ts";

const [
  ASSESSMENT,
  RED_TEAM,
  GAP,
  PROMPT,
  RETAINER,
  SUPPLY,
  ACT,
  RMF,
  RAG,
  MLOPS,
  AGENT,
  BRIEFING,
  LEAKAGE,
  RETEST,
] = ENGAGEMENTS;

const BALANCE = { kind: "balance" } as const;

/** About 25 invoices of the first client: due, overdue, partially paid, refunded, canceled and paid. */
export function firstClientScenarios(customer: Customer, { main, west }: SeedLocations): InvoiceScenario[] {
  const invoice = (scenario: Omit<InvoiceScenario, "customer" | "location">): InvoiceScenario => ({
    customer,
    location: main,
    ...scenario,
  });
  const createPaidScenario = (
    engagement: InvoiceScenario["engagement"],
    daysAgo: number,
    method?: "card" | "bank",
  ): InvoiceScenario =>
    invoice({
      engagement,
      createdDaysAgo: daysAgo,
      firstDueIn: 30 - daysAgo,
      schedule: BALANCE,
      payments: [{ amount: "all", daysAgo: daysAgo - 21, ...(method ? { method } : {}) }],
    });
  return [
    invoice({ engagement: ASSESSMENT, createdDaysAgo: 52, firstDueIn: -22, schedule: BALANCE }),
    invoice({ engagement: PROMPT, createdDaysAgo: 33, firstDueIn: -3, schedule: BALANCE }),
    invoice({
      engagement: RED_TEAM,
      createdDaysAgo: 70,
      firstDueIn: -60,
      schedule: { kind: "deposit", percentage: "25", balanceAfterDays: 55 },
      payments: [{ amount: "next", daysAgo: 62 }],
    }),
    invoice({
      engagement: RMF,
      createdDaysAgo: 16,
      firstDueIn: -6,
      schedule: { kind: "deposit", percentage: "33.33", balanceAfterDays: 45 },
      payments: [{ amount: "next", daysAgo: 9 }],
    }),
    invoice({
      engagement: RAG,
      createdDaysAgo: 75,
      firstDueIn: -65,
      schedule: { kind: "installments", count: 6 },
      payments: [
        { amount: "next", daysAgo: 66 },
        { amount: 100_000, daysAgo: 34 },
      ],
    }),
    invoice({
      engagement: MLOPS,
      createdDaysAgo: 40,
      firstDueIn: -20,
      schedule: { kind: "deposit-installments", percentage: "20", count: 3 },
      payments: [{ amount: "next", daysAgo: 22 }],
    }),
    invoice({ engagement: ACT, createdDaysAgo: 30, firstDueIn: 0, schedule: BALANCE }),
    invoice({ engagement: RETAINER, createdDaysAgo: 6, firstDueIn: 24, schedule: BALANCE }),
    {
      ...invoice({ engagement: AGENT, createdDaysAgo: 4, firstDueIn: 26, schedule: BALANCE }),
      location: west,
    },
    invoice({ engagement: BRIEFING, createdDaysAgo: 1, firstDueIn: 14, schedule: BALANCE, end: "scheduled" }),
    invoice({ engagement: SUPPLY, createdDaysAgo: 1, firstDueIn: 30, schedule: BALANCE, end: "draft" }),
    invoice({
      engagement: BRIEFING,
      createdDaysAgo: 90,
      firstDueIn: -60,
      schedule: BALANCE,
      end: "canceled",
    }),
    invoice({
      engagement: LEAKAGE,
      createdDaysAgo: 20,
      firstDueIn: 10,
      schedule: BALANCE,
      payments: [{ amount: "all", daysAgo: 1, method: "bank" }],
    }),
    invoice({
      engagement: RETEST,
      createdDaysAgo: 120,
      firstDueIn: -90,
      schedule: BALANCE,
      payments: [{ amount: "all", daysAgo: 95 }],
      refund: { cents: "all", daysAgo: 80 },
    }),
    invoice({
      engagement: GAP,
      createdDaysAgo: 150,
      firstDueIn: -120,
      schedule: BALANCE,
      payments: [{ amount: "all", daysAgo: 125 }],
      refund: { cents: 250_000, daysAgo: 110 },
    }),
    invoice({
      engagement: SUPPLY,
      createdDaysAgo: 200,
      firstDueIn: -190,
      schedule: { kind: "installments", count: 3 },
      payments: [
        { amount: "next", daysAgo: 191 },
        { amount: "next", daysAgo: 162 },
        { amount: "next", daysAgo: 131, tipCents: 5_000 },
      ],
    }),
    createPaidScenario(ASSESSMENT, 320),
    createPaidScenario(RETAINER, 280),
    createPaidScenario(RETAINER, 250),
    createPaidScenario(RETAINER, 220, "card"),
    createPaidScenario(PROMPT, 180),
    createPaidScenario(BRIEFING, 160),
    createPaidScenario(RETAINER, 100),
    createPaidScenario(AGENT, 80),
    { ...createPaidScenario(RETEST, 48), location: west },
  ];
}

/** Ten invoices of the second client. */
export function secondClientScenarios(customer: Customer, { main, west }: SeedLocations): InvoiceScenario[] {
  const invoice = (scenario: Omit<InvoiceScenario, "customer" | "location">): InvoiceScenario => ({
    customer,
    location: west,
    ...scenario,
  });
  const createPaidScenario = (engagement: InvoiceScenario["engagement"], daysAgo: number): InvoiceScenario =>
    invoice({
      engagement,
      createdDaysAgo: daysAgo,
      firstDueIn: 30 - daysAgo,
      schedule: BALANCE,
      payments: [{ amount: "all", daysAgo: daysAgo - 20 }],
    });
  return [
    invoice({ engagement: GAP, createdDaysAgo: 30, firstDueIn: 0, schedule: BALANCE }),
    {
      ...invoice({ engagement: RAG, createdDaysAgo: 38, firstDueIn: -8, schedule: BALANCE }),
      location: main,
    },
    invoice({
      engagement: AGENT,
      createdDaysAgo: 20,
      firstDueIn: -12,
      schedule: { kind: "deposit", percentage: "50", balanceAfterDays: 40 },
      payments: [{ amount: "next", daysAgo: 13 }],
    }),
    invoice({
      engagement: LEAKAGE,
      createdDaysAgo: 3,
      firstDueIn: 27,
      schedule: { kind: "installments", count: 2 },
    }),
    invoice({ engagement: ACT, createdDaysAgo: 110, firstDueIn: -80, schedule: BALANCE, end: "canceled" }),
    createPaidScenario(ASSESSMENT, 300),
    createPaidScenario(RED_TEAM, 210),
    createPaidScenario(BRIEFING, 140),
    { ...createPaidScenario(MLOPS, 95), location: main },
    createPaidScenario(RETEST, 60),
  ];
}
