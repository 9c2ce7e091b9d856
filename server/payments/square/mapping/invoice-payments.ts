import type { Square } from "square";
import type { ObjectVersions } from "#server/payments/payment-provider.ts";
import { ImportError, moneyToCents } from "#server/payments/square/mapping/square-money.ts";

/** The fields of a Square payment that an invoice depends on. Amounts are in cents. */
export type PaymentRecord = {
  id: string;
  status: string;
  /** Excludes the tip. */
  cents: number;
  refundIds: string[];
  /** The refunds that were read. Can lack some of `refundIds` while Square is still processing them. */
  refunds: RefundRecord[];
  /** Time of the last change, in milliseconds. */
  updatedAt: number;
};

export type RefundRecord = {
  id: string;
  paymentId: string;
  status: string;
  cents: number;
  updatedAt: number;
};

/** A payment of an invoice, from its order's tender and, if Square returned it, the payment itself. */
export type InvoicePayment = {
  id: string;
  /** Cents without the tip. */
  cents: number;
  isCompleted: boolean;
  record: PaymentRecord | undefined;
};

/** Returns null for a payment in another currency: its invoice is rejected anyway. */
export function mapPayment(payment: Square.Payment): PaymentRecord | null {
  const cents = centsOrNull(payment.amountMoney);
  if (!payment.id || cents === null) {
    return null;
  }
  return {
    id: payment.id,
    status: payment.status ?? "",
    cents,
    refundIds: payment.refundIds ?? [],
    refunds: [],
    updatedAt: toMilliseconds(payment.updatedAt),
  };
}

/** Returns null for a refund in another currency, and for one without a payment. */
export function mapRefund(refund: Square.PaymentRefund): RefundRecord | null {
  const cents = centsOrNull(refund.amountMoney);
  if (!refund.paymentId || cents === null) {
    return null;
  }
  return {
    id: refund.id,
    paymentId: refund.paymentId,
    status: refund.status ?? "",
    cents,
    updatedAt: toMilliseconds(refund.updatedAt),
  };
}

/** Returns the payment ids of an order. A tender's id is that of its payment, unless it contains another one. */
export function paymentIds(order: Square.Order | undefined): string[] {
  return (order?.tenders ?? []).map(tenderPaymentId).filter((id) => id !== "");
}

/** Returns the payments of an order. Uses the tender for a payment that is not among `records`. */
export function mapInvoicePayments(
  order: Square.Order | undefined,
  records: ReadonlyMap<string, PaymentRecord>,
): InvoicePayment[] {
  return (order?.tenders ?? []).flatMap((tender) => {
    const id = tenderPaymentId(tender);
    const record = records.get(id);
    if (record) {
      return { id, cents: record.cents, isCompleted: record.status === "COMPLETED", record };
    }
    const total = moneyToCents(tender.amountMoney);
    if (total === null) {
      return [];
    }
    const cents = total - (moneyToCents(tender.tipMoney) ?? 0);
    return { id, cents, isCompleted: !isUnfinished(tender), record };
  });
}

/** Refunds reduce the payment's share of the invoice first; the rest is a refund of the tip. */
export function refundedShare(
  { cents, record }: InvoicePayment,
  statuses: readonly ("COMPLETED" | "PENDING")[],
): number {
  const refunded = (record?.refunds ?? [])
    .filter(({ status }) => statuses.some((counted) => counted === status))
    .reduce((sum, refund) => sum + refund.cents, 0);
  return Math.min(refunded, cents);
}

/** Returns the versions of an invoice's order, payments and refunds. */
export function objectVersions(
  order: Square.Order | undefined,
  payments: readonly InvoicePayment[],
): ObjectVersions {
  const versions: ObjectVersions = {};
  if (order?.id) {
    versions[order.id] = order.version ?? 0;
  }
  for (const { id, record } of payments) {
    versions[id] = record?.updatedAt ?? 0;
    for (const refund of record?.refunds ?? []) {
      versions[refund.id] = refund.updatedAt;
    }
  }
  return versions;
}

/** Returns a time from Square's JSON in milliseconds; 0 when it is missing or invalid. */
export function toMilliseconds(time: string | null | undefined): number {
  return Date.parse(time ?? "") || 0;
}

function tenderPaymentId(tender: Square.Tender): string {
  return tender.paymentId ?? tender.id ?? "";
}

function isUnfinished({ bankAccountDetails, cardDetails }: Square.Tender): boolean {
  const bank = bankAccountDetails?.status ?? "COMPLETED";
  const card = cardDetails?.status ?? "CAPTURED";
  return bank !== "COMPLETED" || card !== "CAPTURED";
}

function centsOrNull(money: Square.Money | undefined): number | null {
  try {
    return moneyToCents(money);
  } catch (error) {
    if (error instanceof ImportError) {
      return null;
    }
    throw error;
  }
}
