import { draftInvoice } from "../actions/draft-invoice.ts";
import { cancelInvoice, failInvoice, publishInvoice } from "../actions/invoice-lifecycle.ts";
import { createOrder, type LineDraft } from "../actions/orders.ts";
import { payInvoice } from "../actions/pay-invoice.ts";
import type { PaymentMethod } from "../actions/payment-options.ts";
import { refundPayment } from "../actions/refund-payment.ts";
import { addDays, businessTimeDaysAgo, dateIn } from "../rules/dates.ts";
import type { State } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Payment } from "../wire/payment.ts";
import type { Customer, Location } from "../wire/seller.ts";
import type { Engagement } from "./engagements.ts";
import type { ScheduleKind } from "./schedules.ts";
import { buildPaymentRequests } from "./schedules.ts";

export type InvoiceScenario = {
  location: Location;
  customer: Customer;
  engagement: Engagement;
  createdDaysAgo: number;
  /** Days from today to the first due date. Negative for past dates. */
  firstDueIn: number;
  schedule: ScheduleKind;
  payments?: {
    amount: number | "next" | "all";
    daysAgo: number;
    method?: PaymentMethod;
    tipCents?: number;
  }[];
  refund?: { cents: number | "all"; daysAgo: number };
  end?: "draft" | "scheduled" | "canceled" | "failed";
  id?: string;
  invoiceNumber?: string;
  description?: string;
  subscriptionId?: string;
};

export type SeedContext = { state: State; now: Date; payPage: string; receiptBase: string; checkout: string };

/** An `emit` function for the seed, which sends no events. */
export function ignoreEvent(): void {}

/** Creates an invoice and applies the steps of its scenario, each at its time in the past. */
export function seedInvoice(context: SeedContext, scenario: InvoiceScenario): Invoice {
  const { state, now } = context;
  const at = (daysAgo: number, hour?: number): Change => ({
    state,
    at: businessTimeDaysAgo(now, daysAgo, hour),
    emit: ignoreEvent,
  });
  const invoice = createDraft(context, scenario, at(scenario.createdDaysAgo, 14));
  if (scenario.end === "draft") {
    return invoice;
  }
  const published =
    scenario.end === "scheduled" ? now : businessTimeDaysAgo(now, scenario.createdDaysAgo, 15);
  publishInvoice({ ...at(0), at: published }, invoice, context.payPage);
  let payment: Payment | undefined;
  for (const step of scenario.payments ?? []) {
    const outcome = payInvoice(at(step.daysAgo, 17), invoice, {
      amount: step.amount,
      method: step.method ?? "card",
      tipCents: step.tipCents ?? 0,
      receiptBase: context.receiptBase,
      orderUpdatedEvents: false,
      bankTransferDays: 3,
    });
    if (!outcome.ok) {
      throw new Error(`Couldn't seed invoice ${invoice.invoice_number}: ${outcome.problem}`);
    }
    payment = outcome.payment;
  }
  if (scenario.refund && payment) {
    const cents = scenario.refund.cents === "all" ? payment.amount_money.amount : scenario.refund.cents;
    const outcome = refundPayment(at(scenario.refund.daysAgo, 18), payment, cents, {
      reason: "Scope reduced",
    });
    if (!outcome.ok) {
      throw new Error(`Couldn't seed invoice ${invoice.invoice_number}: ${outcome.problem}`);
    }
  }
  if (scenario.end === "canceled") {
    cancelInvoice(at(Math.max(0, scenario.createdDaysAgo - 2)), invoice);
  }
  if (scenario.end === "failed") {
    failInvoice(at(Math.max(0, scenario.createdDaysAgo - 1)), invoice);
  }
  return invoice;
}

function createDraft({ state, now }: SeedContext, scenario: InvoiceScenario, change: Change): Invoice {
  const { location, customer, engagement } = scenario;
  const order = createOrder(change, {
    locationId: location.id,
    customerId: customer.id,
    lines: splitIntoLines(engagement),
  });
  const today = dateIn(location.timezone, now);
  const daysUntilSent = Math.max(1, Math.min(3, scenario.firstDueIn - 1));
  const outcome = draftInvoice(change, {
    order,
    customer,
    requests: buildPaymentRequests(state, scenario.schedule, addDays(today, scenario.firstDueIn)),
    timezone: location.timezone,
    title: engagement.title,
    description: scenario.description ?? "We appreciate your business!",
    acceptedPaymentMethods: { card: true, bank_account: true, cash_app_pay: true },
    serviceDate: dateIn(location.timezone, change.at),
    ...(scenario.end === "scheduled"
      ? { scheduledAt: `${addDays(today, daysUntilSent)}T14:00:00.000Z` }
      : {}),
    invoiceNumber: scenario.invoiceNumber,
    subscriptionId: scenario.subscriptionId,
    id: scenario.id,
  });
  if (!outcome.ok) {
    throw new Error(`Couldn't seed invoice "${engagement.title}": ${outcome.problem}`);
  }
  return outcome.invoice;
}

/** Splits the price among the lines without a price. The first line includes the remainder. */
function splitIntoLines({ lines, cents }: Engagement): LineDraft[] {
  const priced = lines.filter((line) => typeof line !== "string");
  const unpricedCents = cents - priced.reduce((sum, line) => sum + lineTotal(line), 0);
  const unpriced = lines.filter((line) => typeof line === "string");
  const share = Math.floor(unpricedCents / Math.max(1, unpriced.length));
  return lines.map((line) =>
    typeof line === "string"
      ? {
          name: line,
          unitCents: line === unpriced[0] ? unpricedCents - share * (unpriced.length - 1) : share,
        }
      : line,
  );
}

function lineTotal({ unitCents, quantity = 1, discountCents = 0, taxCents = 0 }: LineDraft): number {
  return Math.round(unitCents * quantity) - discountCents + taxCents;
}
