import {
  type JsonObject,
  toBoolean,
  toNumber,
  toObject,
  toObjects,
  toText,
  toTexts,
} from "#server/payments/square/objects/json-fields.ts";
import type {
  CardDetails,
  Customer,
  Invoice,
  InvoicePaymentRequest,
  Money,
  Order,
  OrderLineItem,
  Payment,
  PaymentRefund,
  ProcessingFee,
  Tender,
} from "#server/payments/square/objects/square-objects.ts";

// The SDK's own parser takes several times as long, because it reads every field of every object.

export function parseInvoice(json: JsonObject): Invoice {
  return {
    id: toText(json.id),
    version: toNumber(json.version),
    locationId: toText(json.location_id),
    orderId: toText(json.order_id),
    subscriptionId: toText(json.subscription_id),
    invoiceNumber: toText(json.invoice_number),
    title: toText(json.title),
    description: toText(json.description),
    status: toText(json.status),
    timezone: toText(json.timezone),
    publicUrl: toText(json.public_url),
    scheduledAt: toText(json.scheduled_at),
    saleOrServiceDate: toText(json.sale_or_service_date),
    createdAt: toText(json.created_at),
    updatedAt: toText(json.updated_at),
    primaryRecipient: toObject(json.primary_recipient, (recipient) => ({
      customerId: toText(recipient.customer_id),
      emailAddress: toText(recipient.email_address),
      companyName: toText(recipient.company_name),
      givenName: toText(recipient.given_name),
      familyName: toText(recipient.family_name),
    })),
    paymentRequests: toObjects(json.payment_requests, parsePaymentRequest),
    nextPaymentAmountMoney: toObject(json.next_payment_amount_money, parseMoney),
    acceptedPaymentMethods: toObject(json.accepted_payment_methods, (methods) => ({
      card: toBoolean(methods.card),
      bankAccount: toBoolean(methods.bank_account),
      cashAppPay: toBoolean(methods.cash_app_pay),
    })),
  };
}

function parsePaymentRequest(json: JsonObject): InvoicePaymentRequest {
  return {
    uid: toText(json.uid),
    requestType: toText(json.request_type),
    dueDate: toText(json.due_date),
    percentageRequested: toText(json.percentage_requested),
    fixedAmountRequestedMoney: toObject(json.fixed_amount_requested_money, parseMoney),
    tippingEnabled: toBoolean(json.tipping_enabled),
    automaticPaymentSource: toText(json.automatic_payment_source),
    computedAmountMoney: toObject(json.computed_amount_money, parseMoney),
    totalCompletedAmountMoney: toObject(json.total_completed_amount_money, parseMoney),
  };
}

export function parseOrder(json: JsonObject): Order {
  return {
    id: toText(json.id),
    locationId: toText(json.location_id),
    version: toNumber(json.version),
    closedAt: toText(json.closed_at),
    updatedAt: toText(json.updated_at),
    lineItems: toObjects(json.line_items, parseLineItem),
    tenders: toObjects(json.tenders, parseTender),
    totalMoney: toObject(json.total_money, parseMoney),
    totalTaxMoney: toObject(json.total_tax_money, parseMoney),
    totalDiscountMoney: toObject(json.total_discount_money, parseMoney),
    totalTipMoney: toObject(json.total_tip_money, parseMoney),
    totalServiceChargeMoney: toObject(json.total_service_charge_money, parseMoney),
    netAmountDueMoney: toObject(json.net_amount_due_money, parseMoney),
  };
}

function parseLineItem(json: JsonObject): OrderLineItem {
  return {
    name: toText(json.name),
    variationName: toText(json.variation_name),
    note: toText(json.note),
    quantity: toText(json.quantity),
    basePriceMoney: toObject(json.base_price_money, parseMoney),
    grossSalesMoney: toObject(json.gross_sales_money, parseMoney),
    totalDiscountMoney: toObject(json.total_discount_money, parseMoney),
    totalTaxMoney: toObject(json.total_tax_money, parseMoney),
    totalMoney: toObject(json.total_money, parseMoney),
  };
}

function parseTender(json: JsonObject): Tender {
  return {
    id: toText(json.id),
    paymentId: toText(json.payment_id),
    type: toText(json.type),
    createdAt: toText(json.created_at),
    amountMoney: toObject(json.amount_money, parseMoney),
    tipMoney: toObject(json.tip_money, parseMoney),
    cardDetails: toObject(json.card_details, parseCardDetails),
    bankAccountDetails: toObject(json.bank_account_details, ({ status }) => ({ status: toText(status) })),
  };
}

export function parsePayment(json: JsonObject): Payment {
  return {
    id: toText(json.id),
    orderId: toText(json.order_id),
    status: toText(json.status),
    sourceType: toText(json.source_type),
    createdAt: toText(json.created_at),
    updatedAt: toText(json.updated_at),
    amountMoney: toObject(json.amount_money, parseMoney),
    tipMoney: toObject(json.tip_money, parseMoney),
    processingFee: toObjects(json.processing_fee, parseFee),
    refundIds: toTexts(json.refund_ids),
    cardDetails: toObject(json.card_details, parseCardDetails),
    receiptNumber: toText(json.receipt_number),
    receiptUrl: toText(json.receipt_url),
  };
}

export function parseRefund(json: JsonObject): PaymentRefund {
  return {
    id: toText(json.id),
    paymentId: toText(json.payment_id),
    status: toText(json.status),
    createdAt: toText(json.created_at),
    updatedAt: toText(json.updated_at),
    amountMoney: toObject(json.amount_money, parseMoney),
    processingFee: toObjects(json.processing_fee, parseFee),
  };
}

export function parseCustomer(json: JsonObject): Customer {
  return {
    id: toText(json.id),
    referenceId: toText(json.reference_id),
    emailAddress: toText(json.email_address),
    companyName: toText(json.company_name),
    givenName: toText(json.given_name),
    familyName: toText(json.family_name),
  };
}

function parseCardDetails(json: JsonObject): CardDetails {
  return {
    status: toText(json.status),
    card: toObject(json.card, (card) => ({ cardBrand: toText(card.card_brand), last4: toText(card.last_4) })),
  };
}

function parseFee(json: JsonObject): ProcessingFee {
  return { amountMoney: toObject(json.amount_money, parseMoney) };
}

/** An amount of another type becomes NaN, which is rejected later, unlike a missing amount. */
function parseMoney({ amount, currency }: JsonObject): Money {
  const isMissing = amount === undefined || amount === null;
  return { amount: isMissing ? undefined : (toNumber(amount) ?? Number.NaN), currency: toText(currency) };
}
