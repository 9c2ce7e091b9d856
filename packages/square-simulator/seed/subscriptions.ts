import { createPaymentLink } from "../actions/payment-links.ts";
import { createPlan } from "../actions/plans.ts";
import { lastDayOfPeriod } from "../actions/subscriptions.ts";
import type { SeedOptions } from "../options.ts";
import { addMonths, dateIn } from "../rules/dates.ts";
import { ids } from "../state/ids.ts";
import type { Customer, Location } from "../wire/seller.ts";
import type { Subscription } from "../wire/subscription.ts";
import type { SeedCustomers } from "./customers.ts";
import type { SeedContext } from "./seed-invoice.ts";
import { ignoreEvent, seedInvoice } from "./seed-invoice.ts";
import type { SeedLocations } from "./seller.ts";

const DEFAULT_PLANS = [
  { name: "Essential", monthlyCents: 150_000 },
  { name: "Professional", monthlyCents: 350_000 },
  { name: "Enterprise", monthlyCents: 750_000 },
  { name: "Executive", monthlyCents: 1_500_000 },
];

type SubscriptionScenario = {
  customer: Customer;
  location: Location;
  /** Index of the plan, cheapest first. */
  plan: number;
  status: Subscription["status"];
  /** Months since the start. The current period started `daysIntoPeriod` days ago. */
  months: number;
  daysIntoPeriod: number;
  newestInvoice: "paid" | "unpaid" | "none";
  canceledInDays?: number;
};

/** Creates the plans and a subscription in each status, including one whose newest invoice is overdue. */
export function seedSubscriptions(
  context: SeedContext,
  { clients, unmatched, shared, merged }: SeedCustomers,
  { main, west }: SeedLocations,
  { plans = DEFAULT_PLANS, checkoutRedirectUrl }: Pick<SeedOptions, "plans" | "checkoutRedirectUrl">,
): void {
  const change = { state: context.state, at: context.now, emit: ignoreEvent };
  const variations = createPlan(change, "Security retainer", plans);
  for (const variation of variations) {
    createPaymentLink(change, context.checkout, {
      name: variation.name,
      price: { amount: variation.monthlyCents, currency: "USD" },
      locationId: main.id,
      planVariationId: variation.id,
      redirectUrl: checkoutRedirectUrl?.replaceAll("{plan_variation_id}", variation.id),
    });
  }
  const third = clients[2] ?? unmatched;
  const fourth = clients[3] ?? merged;
  const baseScenario = { location: main, months: 4, daysIntoPeriod: 10, newestInvoice: "paid" as const };
  const scenarios: SubscriptionScenario[] = [
    { ...baseScenario, customer: clients[0], plan: 1, status: "ACTIVE" },
    {
      ...baseScenario,
      customer: third,
      plan: 2,
      status: "ACTIVE",
      newestInvoice: "unpaid",
      daysIntoPeriod: 18,
    },
    { ...baseScenario, customer: fourth, plan: 0, status: "ACTIVE", canceledInDays: 20, location: west },
    { ...baseScenario, customer: unmatched, plan: 0, status: "PENDING", months: 0, newestInvoice: "none" },
    { ...baseScenario, customer: shared[0], plan: 1, status: "PAUSED" },
    { ...baseScenario, customer: shared[1], plan: 0, status: "DEACTIVATED", newestInvoice: "unpaid" },
    { ...baseScenario, customer: merged, plan: 3, status: "CANCELED", months: 9 },
  ];
  for (const scenario of scenarios) {
    const variation = variations[Math.min(scenario.plan, variations.length - 1)];
    if (variation) {
      seedSubscription(context, scenario, variation);
    }
  }
}

type Variation = { id: string; name: string; monthlyCents: number };

function seedSubscription(context: SeedContext, scenario: SubscriptionScenario, variation: Variation): void {
  const { state, now } = context;
  const zone = scenario.location.timezone;
  const daysAgo = (days: number) => dateIn(zone, new Date(now.getTime() - days * 86_400_000));
  const periodStart = daysAgo(scenario.daysIntoPeriod);
  const anchor = Number(periodStart.slice(8));
  const isPending = scenario.status === "PENDING";
  const id = ids.subscription(state);
  const invoices: string[] = [];
  if (scenario.newestInvoice !== "none") {
    const invoice = seedInvoice(context, {
      location: scenario.location,
      customer: scenario.customer,
      engagement: {
        title: `${variation.name} retainer`,
        cents: variation.monthlyCents,
        lines: [`${variation.name} retainer, one month`],
      },
      createdDaysAgo: scenario.daysIntoPeriod,
      firstDueIn: -scenario.daysIntoPeriod + 7,
      schedule: { kind: "balance" },
      payments:
        scenario.newestInvoice === "paid" ? [{ amount: "all", daysAgo: scenario.daysIntoPeriod }] : [],
      subscriptionId: id,
    });
    invoices.push(invoice.id);
  }
  const canceledDate = scenario.canceledInDays === undefined ? undefined : daysAgo(-scenario.canceledInDays);
  state.subscriptions[id] = {
    id,
    location_id: scenario.location.id,
    plan_variation_id: variation.id,
    customer_id: scenario.customer.id,
    start_date: isPending ? daysAgo(-12) : addMonths(periodStart, -scenario.months, anchor),
    ...(canceledDate ? { canceled_date: canceledDate } : {}),
    ...(scenario.status === "CANCELED" ? { canceled_date: daysAgo(2) } : {}),
    ...(isPending ? {} : { charged_through_date: lastDayOfPeriod(periodStart, anchor) }),
    status: scenario.status,
    ...(invoices.length > 0 ? { invoice_ids: invoices } : {}),
    version: now.getTime(),
    created_at: new Date(now.getTime() - (scenario.months * 30 + 10) * 86_400_000).toISOString(),
    timezone: zone,
    source: { name: "Square Dashboard" },
    monthly_billing_anchor_date: anchor,
    ...(canceledDate
      ? { actions: [{ id: ids.action(state), type: "CANCEL" as const, effective_date: canceledDate }] }
      : {}),
  };
}
