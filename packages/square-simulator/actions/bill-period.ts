import { addDays, addMonths } from "../rules/dates.ts";
import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Subscription } from "../wire/subscription.ts";
import { failScheduledCharge, publishInvoice } from "./change-invoice.ts";
import { draftInvoice } from "./draft-invoice.ts";
import { openOrder } from "./open-order.ts";
import type { PayInstruction } from "./pay-instruction.ts";
import { payInvoice } from "./pay-invoice.ts";

export type BillingSetting = {
  payPage: string;
  cardsDeclined: boolean;
  instruction: Omit<PayInstruction, "amount" | "method">;
};

const DAYS_TO_PAY = 7;

/** Bills the period that begins today, in advance. A card on file is charged; else the customer gets a link. */
export function billPeriod(
  change: Change,
  subscription: Subscription,
  today: string,
  setting: BillingSetting,
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
  const order = openOrder(change, {
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
  if (!outcome.ok) throw new Error(`Billing ${subscription.id}: ${outcome.problem}`);
  publishInvoice(change, outcome.invoice, setting.payPage);
  subscription.invoice_ids = [outcome.invoice.id, ...(subscription.invoice_ids ?? [])];
  subscription.charged_through_date = addDays(
    addMonths(today, 1, subscription.monthly_billing_anchor_date),
    -1,
  );
  if (subscription.card_id) chargeCard(change, outcome.invoice, setting);
}

function chargeCard(change: Change, invoice: Invoice, setting: BillingSetting): void {
  if (setting.cardsDeclined) failScheduledCharge(change, invoice);
  else payInvoice(change, invoice, { ...setting.instruction, amount: "all", method: "card" });
}
