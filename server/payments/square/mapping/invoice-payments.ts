import { type Cents, cents, subtractCents, sumCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { ObjectVersions } from "#server/payments/payment-provider.ts";
import {
  getTenderPaymentId,
  isUnfinished,
  mapPaymentDetails,
  type PaymentDetails,
  sumFees,
} from "#server/payments/square/mapping/payment-details.ts";
import { ImportError, moneyToCents } from "#server/payments/square/mapping/square-money.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** The fields of a Square payment that are stored or that an invoice depends on. */
export type PaymentRecord = {
  id: string;
  status: string;
  /** Excludes the tip. */
  cents: Cents;
  tipCents: Cents;
  details: PaymentDetails;
  /** Null until Square has charged a fee. */
  feeCents: Cents | null;
  refundIds: string[];
  /** The refunds that were read. May lack some of `refundIds` while Square is still processing them. */
  refunds: RefundRecord[];
  /** Time of creation, in milliseconds. */
  createdAt: number;
  /** Time of the last change, in milliseconds. */
  updatedAt: number;
};

export type RefundRecord = {
  id: string;
  paymentId: string;
  status: string;
  /** May include the tip. */
  cents: Cents;
  /** Null until Square has charged or returned a fee. Negative if Square returned it. */
  feeCents: Cents | null;
  createdAt: number;
  updatedAt: number;
};

/** A payment for an invoice, from the order's tender and, if Square returned it, the payment itself. */
export type InvoicePayment = {
  id: string;
  /** Excludes the tip. */
  cents: Cents;
  isCompleted: boolean;
  tender: Square.Tender;
  record: PaymentRecord | undefined;
};

/** Returns null for a payment in another currency, because its invoice is rejected anyway. */
export function mapPayment(payment: Square.Payment): PaymentRecord | null {
  const amount = centsOrNull(payment.amountMoney);
  if (!payment.id || amount === null) {
    return null;
  }
  return {
    id: payment.id,
    status: payment.status ?? "",
    cents: amount,
    tipCents: centsOrNull(payment.tipMoney) ?? ZERO_CENTS,
    details: mapPaymentDetails(payment),
    feeCents: sumFees(payment.processingFee),
    refundIds: payment.refundIds ?? [],
    refunds: [],
    createdAt: toMilliseconds(payment.createdAt),
    updatedAt: toMilliseconds(payment.updatedAt),
  };
}

/** Returns null for a refund that has no id or payment, or is in another currency. */
export function mapRefund(refund: Square.PaymentRefund): RefundRecord | null {
  const amount = centsOrNull(refund.amountMoney);
  if (!refund.id || !refund.paymentId || amount === null) {
    return null;
  }
  return {
    id: refund.id,
    paymentId: refund.paymentId,
    status: refund.status ?? "",
    cents: amount,
    feeCents: sumFees(refund.processingFee),
    createdAt: toMilliseconds(refund.createdAt),
    updatedAt: toMilliseconds(refund.updatedAt),
  };
}

/** Returns the ids of an order's payments. A tender without a payment id shares its id with the payment. */
export function getPaymentIds(order: Square.Order | undefined): string[] {
  return (order?.tenders ?? []).map(getTenderPaymentId).filter((id) => id !== "");
}

/** Returns the payments of an order. Falls back to the tender for a payment that is not in `records`. */
export function mapInvoicePayments(
  order: Square.Order | undefined,
  records: ReadonlyMap<string, PaymentRecord>,
): InvoicePayment[] {
  return (order?.tenders ?? []).flatMap((tender) => {
    const id = getTenderPaymentId(tender);
    const record = records.get(id);
    if (record) {
      return { id, cents: record.cents, isCompleted: record.status === "COMPLETED", tender, record };
    }
    const total = moneyToCents(tender.amountMoney);
    if (total === null) {
      return [];
    }
    const amountWithoutTip = subtractCents(total, moneyToCents(tender.tipMoney) ?? ZERO_CENTS);
    return { id, cents: amountWithoutTip, isCompleted: !isUnfinished(tender), tender, record };
  });
}

/**
 * Returns the refunded part of the payment's invoice share. Refunds reduce this share first; the rest refunds the tip.
 */
export function getRefundedShare(
  payment: InvoicePayment,
  statuses: readonly ("COMPLETED" | "PENDING")[],
): Cents {
  const refunds = (payment.record?.refunds ?? []).filter(({ status }) =>
    statuses.some((counted) => counted === status),
  );
  const refunded = sumCents(refunds.map((refund) => refund.cents));
  return cents(Math.min(refunded, payment.cents));
}

/** Returns the versions of an invoice's order, payments and refunds, and 0 for those that Square did not return. */
export function getObjectVersions(
  order: Square.Order | undefined,
  payments: readonly InvoicePayment[],
): ObjectVersions {
  const versions: ObjectVersions = {};
  if (order?.id) {
    versions[order.id] = order.version ?? 0;
  }
  for (const { id, record } of payments) {
    versions[id] = record?.updatedAt ?? 0;
    for (const refundId of record?.refundIds ?? []) {
      versions[refundId] = 0;
    }
    for (const refund of record?.refunds ?? []) {
      versions[refund.id] = refund.updatedAt;
    }
  }
  return versions;
}

/** Converts a time from Square's JSON to milliseconds, or to 0 if it is missing or invalid. */
export function toMilliseconds(time: string | null | undefined): number {
  return Date.parse(time ?? "") || 0;
}

function centsOrNull(money: Square.Money | null | undefined): Cents | null {
  try {
    return moneyToCents(money);
  } catch (error) {
    if (error instanceof ImportError) {
      return null;
    }
    throw error;
  }
}
