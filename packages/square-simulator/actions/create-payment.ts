import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Tender } from "../wire/order.ts";
import type { Payment } from "../wire/payment.ts";
import type { PaymentMethod, PaymentOptions } from "./payment-options.ts";

const SOURCE_TYPES = {
  card: "CARD",
  bank: "BANK_ACCOUNT",
  cash_app: "WALLET",
} as const satisfies Record<PaymentMethod, Payment["source_type"]>;

/** Creates a payment. Cards and wallets complete immediately; bank transfers start as pending. */
export function createPayment(
  change: Change,
  invoice: Invoice,
  cents: number,
  options: Pick<PaymentOptions, "method" | "tipCents" | "receiptBase">,
): Payment {
  const currency = invoice.payment_requests[0]?.computed_amount_money.currency ?? "USD";
  const tip = options.tipCents ?? 0;
  const id = ids.payment(change.state);
  const money = (amount: number) => ({ amount, currency });
  const recipient = invoice.primary_recipient;
  return {
    id,
    created_at: change.at.toISOString(),
    updated_at: change.at.toISOString(),
    amount_money: money(cents),
    ...(tip > 0 ? { tip_money: money(tip) } : {}),
    total_money: money(cents + tip),
    approved_money: money(cents + tip),
    status: options.method === "bank" ? "PENDING" : "COMPLETED",
    source_type: SOURCE_TYPES[options.method],
    ...getSourceDetails(options.method),
    location_id: invoice.location_id,
    order_id: invoice.order_id,
    customer_id: recipient.customer_id,
    ...(recipient.email_address ? { buyer_email_address: recipient.email_address } : {}),
    receipt_number: id.slice(0, 4),
    receipt_url: `${options.receiptBase}/${id}`,
    version_token: ids.versionToken(change.state),
  };
}

/** Updates `updated_at`. It increases with every change, as in Square, even at the same virtual time. */
export function touchPayment(change: Change, payment: Payment): void {
  const next = Math.max(change.at.getTime(), Date.parse(payment.updated_at) + 1);
  payment.updated_at = new Date(next).toISOString();
}

/** Creates the tender that records the payment in its order. */
export function createTender(payment: Payment): Tender {
  return {
    id: payment.id,
    location_id: payment.location_id,
    transaction_id: payment.order_id,
    created_at: payment.created_at,
    amount_money: { ...payment.total_money },
    ...(payment.tip_money ? { tip_money: { ...payment.tip_money } } : {}),
    ...(payment.customer_id ? { customer_id: payment.customer_id } : {}),
    type: payment.source_type,
    ...(payment.source_type === "CARD"
      ? {
          card_details: {
            status: "CAPTURED",
            card: { card_brand: "VISA", last_4: "1111" },
            entry_method: "KEYED",
          },
        }
      : {}),
    ...(payment.source_type === "BANK_ACCOUNT"
      ? { bank_account_details: { status: "PENDING" as const } }
      : {}),
    payment_id: payment.id,
  };
}

function getSourceDetails(method: PaymentMethod): Partial<Payment> {
  if (method === "bank") {
    return {
      bank_account_details: {
        bank_name: "Simulated Bank",
        transfer_type: "ACH",
        account_ownership_type: "COMPANY",
        country: "US",
      },
    };
  }
  if (method === "cash_app") {
    return { wallet_details: { status: "CAPTURED", brand: "CASH_APP" } };
  }
  const card = { card_brand: "VISA", last_4: "1111", exp_month: 12, exp_year: 2031 };
  return { card_details: { status: "CAPTURED", card, entry_method: "KEYED" } };
}
