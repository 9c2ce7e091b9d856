import type { DemoCustomer, SeedOptions } from "../options.ts";
import { daysBefore } from "../rules/dates.ts";
import type { Addresses } from "../simulation.ts";
import type { State } from "../state/state.ts";
import { firstClientStories, secondClientStories } from "./client-stories.ts";
import { seedCustomers } from "./customers.ts";
import { fillingStories } from "./filling-stories.ts";
import { seedSeller } from "./seller.ts";
import { seedSubscriptions } from "./subscriptions.ts";
import { tellingStories } from "./telling-stories.ts";
import { writeInvoice } from "./write-invoice.ts";

const DEFAULT_RANDOM_SEED = 20_261_121;
/** Enough for a second page of 200 in the main location. */
const DEFAULT_INVOICES = 250;
const FOUNDED_DAYS_AGO = 1_500;

/** The seller as the simulator first knows it; the same for the same options and the same `now`. */
export function seededState(
  options: SeedOptions | "empty",
  demoCustomers: DemoCustomer[],
  addresses: Addresses,
  now: Date,
): State {
  const chosen = options === "empty" ? {} : options;
  const { state, locations } = seedSeller(
    chosen.merchantName ?? "Wardline",
    chosen.randomSeed ?? DEFAULT_RANDOM_SEED,
    daysBefore(now, FOUNDED_DAYS_AGO),
    addresses.base,
  );
  if (options === "empty") return state;
  const setting = {
    state,
    now,
    payPage: addresses.payPage,
    receiptBase: addresses.receipt,
    checkout: addresses.checkout,
  };
  const longAgo = {
    state,
    at: daysBefore(now, FOUNDED_DAYS_AGO - 30),
    emit: () => "history is told to nobody",
  };
  const customers = seedCustomers(longAgo, demoCustomers);
  const [first, second, ...rest] = customers.clients;
  const stories = [
    ...firstClientStories(first, locations),
    ...secondClientStories(second, locations),
    ...tellingStories({ locations, customers, source: state }),
  ];
  const [one = customers.unmatched, ...others] = rest;
  const count = (chosen.invoiceCount ?? DEFAULT_INVOICES) - stories.length;
  stories.push(...fillingStories(state, count, [one, ...others], locations));
  // Oldest first, so that invoice numbers rise with time.
  stories.sort((left, right) => right.createdDaysAgo - left.createdDaysAgo);
  for (const story of stories) writeInvoice(setting, story);
  seedSubscriptions(setting, customers, locations, chosen);
  return state;
}
