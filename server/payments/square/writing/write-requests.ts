import { isWholeQuantity } from "#domain/invoices/drafts/draft-amounts.ts";
import type { DraftLine, DraftPayment } from "#domain/invoices/drafts/invoice-draft.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import type { NewCustomer, NewInvoice, NewOrder, WriteRequest } from "#server/payments/invoice-writer.ts";

const REMINDER_MESSAGE = "This is a reminder about your invoice.";

const REQUEST_TYPES = { deposit: "DEPOSIT", balance: "BALANCE", installment: "INSTALLMENT" } as const;

const toMoney = (amount: Cents) => ({ amount, currency: "USD" });

/** Builds the body of CreateCustomer. The reference is the client's id, so that the sync matches its invoices. */
export function buildCustomerRequest(
  { clientId, company, contactPerson, email }: NewCustomer,
  idempotencyKey: string,
): WriteRequest {
  const [givenName = "", ...familyNames] = contactPerson.trim().split(/\s+/);
  return {
    idempotency_key: idempotencyKey,
    reference_id: clientId,
    company_name: company,
    given_name: givenName,
    ...(familyNames.length > 0 && { family_name: familyNames.join(" ") }),
    ...(email !== null && { email_address: email }),
  };
}

/**
 * Builds the body of CreateOrder. The metadata contains the key, because orders cannot be searched by their reference.
 */
export function buildOrderRequest(
  { draftId, locationId, customerId, lines, discountCents }: NewOrder,
  idempotencyKey: string,
): WriteRequest {
  return {
    idempotency_key: idempotencyKey,
    order: {
      location_id: locationId,
      customer_id: customerId,
      reference_id: draftId,
      metadata: { write: idempotencyKey },
      line_items: lines.map(toLineItem),
      ...(discountCents > 0 && {
        discounts: [
          {
            uid: "discount",
            name: "Discount",
            type: "FIXED_AMOUNT",
            scope: "ORDER",
            amount_money: toMoney(discountCents),
          },
        ],
      }),
    },
  };
}

/**
 * A fractional quantity is sent as one item with the rounded amount and the quantity in the note, so that Square does
 * not round it differently.
 */
function toLineItem({ name, note, quantity, unitCents, amountCents }: DraftLine): object {
  if (isWholeQuantity(quantity)) {
    return {
      name,
      quantity: String(Number.parseInt(quantity, 10)),
      base_price_money: toMoney(unitCents),
      ...(note && { note }),
    };
  }
  const details = `${quantity} × ${formatDollars(unitCents)}`;
  return {
    name,
    quantity: "1",
    base_price_money: toMoney(amountCents),
    note: note ? `${details}\n${note}` : details,
  };
}

/** Builds the body of CreateInvoice, which creates a draft. */
export function buildInvoiceRequest(invoice: NewInvoice, idempotencyKey: string): WriteRequest {
  const isEmailed = invoice.delivery === "email";
  return {
    idempotency_key: idempotencyKey,
    invoice: {
      location_id: invoice.locationId,
      order_id: invoice.orderId,
      primary_recipient: { customer_id: invoice.customerId },
      title: invoice.title,
      ...(invoice.message && { description: invoice.message }),
      delivery_method: isEmailed ? "EMAIL" : "SHARE_MANUALLY",
      payment_requests: invoice.payments.map((payment) =>
        toPaymentRequest(payment, isEmailed ? invoice.reminderDays : []),
      ),
      accepted_payment_methods: {
        card: true,
        square_gift_card: false,
        bank_account: invoice.acceptsBankTransfers,
        buy_now_pay_later: false,
        cash_app_pay: false,
      },
      store_payment_method_enabled: false,
    },
  };
}

/** Deposits and installments have fixed amounts, so that nothing is rounded. Square computes the balance. */
function toPaymentRequest(
  { kind, dueOn, amountCents }: DraftPayment,
  reminderDays: readonly number[],
): object {
  return {
    request_type: REQUEST_TYPES[kind],
    due_date: dueOn,
    ...(kind !== "balance" && { fixed_amount_requested_money: toMoney(amountCents) }),
    automatic_payment_source: "NONE",
    ...(reminderDays.length > 0 && {
      reminders: reminderDays.map((days) => ({ relative_scheduled_days: days, message: REMINDER_MESSAGE })),
    }),
  };
}

/** Builds the body of UpdateOrder that cancels an order without an invoice. */
export function buildOrderCancellation(
  { locationId, version }: { locationId: string; version: number },
  idempotencyKey: string,
): WriteRequest {
  return {
    idempotency_key: idempotencyKey,
    order: { location_id: locationId, version, state: "CANCELED" },
  };
}

/** Builds the body of PublishInvoice and CancelInvoice. Canceling takes no key, so Square ignores it there. */
export function buildVersionRequest(version: number, idempotencyKey: string): WriteRequest {
  return { idempotency_key: idempotencyKey, version };
}
