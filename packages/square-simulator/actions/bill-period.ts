import { addDays, addMonths } from "../rules/dates.ts";
import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Subscription } from "../wire/subscription.ts";
import { draftInvoice } from "./draft-invoice.ts";
import { publishInvoice, recordFailedCharge } from "./invoice-lifecycle.ts";
import { createOrder } from "./orders.ts";
import { payInvoice } from "./pay-invoice.ts";
import type { PaymentOptions } from "./payment-options.ts";

export type BillingOptions = {
  payPage: string;
  cardsDeclined: boolean;
  payment: Omit<PaymentOptions, "amount" | "method">;
};

const DAYS_TO_PAY = 7;

/**
 * Bills the period that starts today, in advance. Charges the card on file, or leaves the invoice for the customer to
 * pay.
 */
export function billPeriod(
  change: Change,
  subscription: Subscription,
  today: string,
  options: BillingOptions,
): void {
  const { state } = change;
  const variation = state.catalog[subscription.plan_variation_id]?.subscription_plan_variation_data;
  const customer =
    state.customers[state.mergedCustomers[subscription.customer_id] ?? subscription.customer_id];
  const price = subscription.price_override_money ?? variation?.phases[0]?.pricing.price_money;
  if (!variation || !customer || !price) {
    // Square cannot bill a customer that no longer exists.
    subscription.status = "DEACTIVATED";
    return;
  }
  const name = `${variation.name} retainer`;
  const order = createOrder(change, {
    locationId: subscription.location_id,
    customerId: customer.id,
    lines: [{ name, unitCents: price.amount }],
    currency: price.currency,
  });
  const outcome = draftInvoice(change, {
    order,
    customer,
    requests: [
      {
        uid: ids.uid(state),
        request_type: "BALANCE",
        due_date: addDays(today, subscription.card_id ? 0 : DAYS_TO_PAY),
        tipping_enabled: false,
        automatic_payment_source: subscription.card_id ? "CARD_ON_FILE" : "NONE",
        ...(subscription.card_id ? { card_id: subscription.card_id } : {}),
      },
    ],
    timezone: subscription.timezone,
    title: name,
    subscriptionId: subscription.id,
    acceptedPaymentMethods: { card: true, bank_account: true },
  });
  if (!outcome.ok) {
    throw new Error(`Couldn't bill subscription ${subscription.id}: ${outcome.problem}`);
  }
  publishInvoice(change, outcome.invoice, options.payPage);
  subscription.invoice_ids = [outcome.invoice.id, ...(subscription.invoice_ids ?? [])];
  subscription.charged_through_date = addDays(
    addMonths(today, 1, subscription.monthly_billing_anchor_date),
    -1,
  );
  if (subscription.card_id) {
    chargeCard(change, outcome.invoice, options);
  }
}

function chargeCard(change: Change, invoice: Invoice, options: BillingOptions): void {
  if (options.cardsDeclined) {
    recordFailedCharge(change, invoice);
  } else {
    payInvoice(change, invoice, { ...options.payment, amount: "all", method: "card" });
  }
}
