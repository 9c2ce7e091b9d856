import type { DemoCustomer, SeedOptions } from "../options.ts";
import { businessTimeDaysAgo } from "../rules/dates.ts";
import type { SimulatorUrls } from "../simulation.ts";
import type { State } from "../state/state.ts";
import { firstClientScenarios, secondClientScenarios } from "./client-scenarios.ts";
import { seedCustomers } from "./customers.ts";
import { edgeCaseScenarios } from "./edge-case-scenarios.ts";
import { generateScenarios } from "./generated-scenarios.ts";
import { ignoreEvent, seedInvoice } from "./seed-invoice.ts";
import { seedSeller } from "./seller.ts";
import { seedSubscriptions } from "./subscriptions.ts";

const DEFAULT_RANDOM_SEED = 20_261_121;
/** Enough for a second page of 200 invoices in the main location. */
const DEFAULT_INVOICE_COUNT = 250;
const SELLER_AGE_DAYS = 1_500;

/** Creates the initial state. It is deterministic for the same options and `now`. */
export function createSeedState(
  options: SeedOptions | "empty",
  demoCustomers: DemoCustomer[],
  urls: SimulatorUrls,
  now: Date,
): State {
  const seedOptions = options === "empty" ? {} : options;
  const { state, locations } = seedSeller(
    seedOptions.merchantName ?? "Wardline",
    seedOptions.randomSeed ?? DEFAULT_RANDOM_SEED,
    businessTimeDaysAgo(now, SELLER_AGE_DAYS),
    urls.base,
  );
  if (options === "empty") {
    return state;
  }
  const { currency = "USD" } = options;
  for (const place of [state.merchant, ...Object.values(state.locations)]) {
    place.currency = currency;
  }
  const context = {
    state,
    now,
    payPage: urls.payPage,
    receiptBase: urls.receipt,
    checkout: urls.checkout,
  };
  const creationChange = {
    state,
    at: businessTimeDaysAgo(now, SELLER_AGE_DAYS - 30),
    emit: ignoreEvent,
  };
  const customers = seedCustomers(creationChange, demoCustomers, now);
  const [first, second, ...rest] = customers.clients;
  const scenarios = [
    ...firstClientScenarios(first, locations),
    ...secondClientScenarios(second, locations),
    ...edgeCaseScenarios({ locations, customers, source: state }),
  ];
  const [thirdClient = customers.unmatched, ...others] = rest;
  const count = (seedOptions.invoiceCount ?? DEFAULT_INVOICE_COUNT) - scenarios.length;
  scenarios.push(...generateScenarios(state, count, { customers: [thirdClient, ...others], locations, now }));
  // Oldest first, so that invoice numbers increase with time.
  scenarios.sort((left, right) => right.createdDaysAgo - left.createdDaysAgo);
  for (const scenario of scenarios) {
    seedInvoice(context, scenario);
  }
  seedSubscriptions(context, customers, locations, seedOptions);
  return state;
}
