import { createPaymentLink } from "../actions/payment-links.ts";
import { createPlan } from "../actions/plans.ts";
import { lastDayOfPeriod } from "../actions/subscriptions.ts";
import type { SeedOptions } from "../options.ts";
import { addMonths, dateIn } from "../rules/dates.ts";
import { ids } from "../state/ids.ts";
import type { Customer, Location } from "../wire/seller.ts";
import type { Subscription } from "../wire/subscription.ts";
import type { SeededCustomers } from "./customers.ts";
import type { SeededLocations } from "./seller.ts";
import type { SeedSetting } from "./write-invoice.ts";
import { writeInvoice } from "./write-invoice.ts";

const DEFAULT_PLANS = [
  { name: "Essential", monthlyCents: 150_000 },
  { name: "Professional", monthlyCents: 350_000 },
  { name: "Enterprise", monthlyCents: 750_000 },
  { name: "Executive", monthlyCents: 1_500_000 },
];

type SubscriptionStory = {
  customer: Customer;
  location: Location;
  /** Which of the plans, cheapest first. */
  plan: number;
  status: Subscription["status"];
  /** Months since the start; the newest period began `daysIntoPeriod` days ago. */
  months: number;
  daysIntoPeriod: number;
  newestInvoice: "paid" | "unpaid" | "none";
  canceledInDays?: number;
};

/** The plans and, in every status, a subscription: among them one whose newest invoice is unpaid and late. */
export function seedSubscriptions(
  setting: SeedSetting,
  { clients, unmatched, shared, merged }: SeededCustomers,
  { main, west }: SeededLocations,
  { plans = DEFAULT_PLANS, checkoutRedirectUrl }: Pick<SeedOptions, "plans" | "checkoutRedirectUrl">,
): void {
  const change = { state: setting.state, at: setting.now, emit: () => "history is told to nobody" };
  const variations = createPlan(change, "Security retainer", plans);
  for (const variation of variations) {
    createPaymentLink(change, setting.checkout, {
      name: variation.name,
      price: { amount: variation.monthlyCents, currency: "USD" },
      locationId: main.id,
      planVariationId: variation.id,
      redirectUrl: checkoutRedirectUrl,
    });
  }
  const third = clients[2] ?? unmatched;
  const fourth = clients[3] ?? merged;
  const base = { location: main, months: 4, daysIntoPeriod: 10, newestInvoice: "paid" as const };
  const stories: SubscriptionStory[] = [
    { ...base, customer: clients[0], plan: 1, status: "ACTIVE" },
    { ...base, customer: third, plan: 2, status: "ACTIVE", newestInvoice: "unpaid", daysIntoPeriod: 18 },
    { ...base, customer: fourth, plan: 0, status: "ACTIVE", canceledInDays: 20, location: west },
    { ...base, customer: unmatched, plan: 0, status: "PENDING", months: 0, newestInvoice: "none" },
    { ...base, customer: shared[0], plan: 1, status: "PAUSED" },
    { ...base, customer: shared[1], plan: 0, status: "DEACTIVATED", newestInvoice: "unpaid" },
    { ...base, customer: merged, plan: 3, status: "CANCELED", months: 9 },
  ];
  for (const story of stories) {
    const variation = variations[Math.min(story.plan, variations.length - 1)];
    if (variation) writeSubscription(setting, story, variation);
  }
}

type Variation = { id: string; name: string; monthlyCents: number };

function writeSubscription(setting: SeedSetting, story: SubscriptionStory, variation: Variation): void {
  const { state, now } = setting;
  const zone = story.location.timezone;
  const daysAgo = (days: number) => dateIn(zone, new Date(now.getTime() - days * 86_400_000));
  const periodStart = daysAgo(story.daysIntoPeriod);
  const anchor = Number(periodStart.slice(8));
  const isPending = story.status === "PENDING";
  const id = ids.subscription(state);
  const invoices: string[] = [];
  if (story.newestInvoice !== "none") {
    const invoice = writeInvoice(setting, {
      location: story.location,
      customer: story.customer,
      engagement: {
        title: `${variation.name} retainer`,
        cents: variation.monthlyCents,
        lines: [`${variation.name} retainer, one month`],
      },
      createdDaysAgo: story.daysIntoPeriod,
      firstDueIn: -story.daysIntoPeriod + 7,
      schedule: { kind: "balance" },
      payments: story.newestInvoice === "paid" ? [{ amount: "all", daysAgo: story.daysIntoPeriod }] : [],
      subscriptionId: id,
    });
    invoices.push(invoice.id);
  }
  const canceledDate = story.canceledInDays === undefined ? undefined : daysAgo(-story.canceledInDays);
  state.subscriptions[id] = {
    id,
    location_id: story.location.id,
    plan_variation_id: variation.id,
    customer_id: story.customer.id,
    start_date: isPending ? daysAgo(-12) : addMonths(periodStart, -story.months, anchor),
    ...(canceledDate ? { canceled_date: canceledDate } : {}),
    ...(story.status === "CANCELED" ? { canceled_date: daysAgo(2) } : {}),
    ...(isPending ? {} : { charged_through_date: lastDayOfPeriod(periodStart, anchor) }),
    status: story.status,
    ...(invoices.length > 0 ? { invoice_ids: invoices } : {}),
    version: now.getTime(),
    created_at: new Date(now.getTime() - (story.months * 30 + 10) * 86_400_000).toISOString(),
    timezone: zone,
    source: { name: "Square Dashboard" },
    monthly_billing_anchor_date: anchor,
    ...(canceledDate
      ? { actions: [{ id: ids.action(state), type: "CANCEL" as const, effective_date: canceledDate }] }
      : {}),
  };
}
