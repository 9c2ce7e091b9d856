import { businessTimeDaysAgo } from "../rules/dates.ts";
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

/** An unpaid invoice is at most this old, because sellers collect older ones or write them off. */
const MAX_UNPAID_DAYS = 240;

type GeneratorOptions = { customers: [Customer, ...Customer[]]; locations: SeedLocations; now: Date };

/** Generates `count` ordinary invoices of the remaining customers. Most of them are paid. */
export function generateScenarios(
  source: RandomSource,
  count: number,
  { customers, locations: { main, west }, now }: GeneratorOptions,
): InvoiceScenario[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const scenario = generateScenario(source, randomChoice(source, customers));
    return {
      ...scenario,
      customer: findCustomerAt(scenario, customers, now),
      location: index % WEST_INTERVAL === 0 ? west : main,
    };
  });
}

/** Returns the customer of the invoice, or another one if this customer is newer than the invoice. */
function findCustomerAt(
  { customer, createdDaysAgo }: Pick<InvoiceScenario, "customer" | "createdDaysAgo">,
  customers: readonly Customer[],
  now: Date,
): Customer {
  const createdAt = businessTimeDaysAgo(now, createdDaysAgo);
  const isOlder = ({ created_at }: Customer) => Date.parse(created_at) < createdAt.getTime();
  const older = customers.filter(isOlder);
  return isOlder(customer) ? customer : (older[createdDaysAgo % older.length] ?? customer);
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
    const isCollected = createdDaysAgo > MAX_UNPAID_DAYS;
    return {
      ...base,
      schedule: { kind: "balance" },
      ...(isCollected ? { payments: [{ amount: "all" as const, daysAgo: createdDaysAgo - 2 * terms }] } : {}),
    };
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
