import type { RandomSource } from "../state/random.ts";
import { randomChoice, randomInteger } from "../state/random.ts";
import type { Customer } from "../wire/seller.ts";
import type { Engagement } from "./engagements.ts";
import { ENGAGEMENTS } from "./engagements.ts";
import type { ScheduleKind } from "./schedules.ts";
import type { InvoiceScenario } from "./seed-invoice.ts";
import type { SeedLocations } from "./seller.ts";

/** Every eighth invoice belongs to the location in the west. */
const WEST_INTERVAL = 8;
const [FIRST_ENGAGEMENT, ...OTHER_ENGAGEMENTS] = ENGAGEMENTS;

/** Generates `count` ordinary invoices of the remaining customers. Most of them are paid. */
export function generateScenarios(
  source: RandomSource,
  count: number,
  customers: [Customer, ...Customer[]],
  { main, west }: SeedLocations,
): InvoiceScenario[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const scenario = generateScenario(source, randomChoice(source, customers));
    return { ...scenario, location: index % WEST_INTERVAL === 0 ? west : main };
  });
}

function generateScenario(source: RandomSource, customer: Customer): Omit<InvoiceScenario, "location"> {
  const engagement = varyPrice(
    source,
    randomChoice<Engagement>(source, [FIRST_ENGAGEMENT, ...OTHER_ENGAGEMENTS]),
  );
  const createdDaysAgo = randomInteger(source, 5, 700);
  const terms = randomInteger(source, 2, 4) * 7;
  const base = { customer, engagement, createdDaysAgo, firstDueIn: terms - createdDaysAgo };
  const isRecent = createdDaysAgo <= terms;
  const chance = randomInteger(source, 1, 100);
  if (isRecent && chance <= 70) {
    return { ...base, schedule: chooseSchedule(source, chance) };
  }
  if (chance > 96) {
    return { ...base, schedule: { kind: "balance" }, end: "canceled" };
  }
  if (chance > 92) {
    return { ...base, schedule: { kind: "balance" } };
  }
  const daysAgo = Math.max(1, createdDaysAgo - randomInteger(source, 2, terms));
  const method = chance % 5 === 0 ? "cash_app" : "card";
  return {
    ...base,
    schedule: chooseSchedule(source, chance),
    payments: [{ amount: "all", daysAgo, method }],
  };
}

function chooseSchedule(source: RandomSource, chance: number): ScheduleKind {
  if (chance % 10 === 0) {
    return { kind: "deposit", percentage: "30", balanceAfterDays: 30 };
  }
  if (chance % 10 === 1) {
    return { kind: "installments", count: randomInteger(source, 2, 12) };
  }
  return { kind: "balance" };
}

function varyPrice(source: RandomSource, engagement: Engagement): Engagement {
  return { ...engagement, cents: engagement.cents + randomInteger(source, -8, 12) * 12_345 };
}
