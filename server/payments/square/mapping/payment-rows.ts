import { type Cents, cents, subtractCents, sumCents, toDollars, ZERO_CENTS } from "#domain/money/money.ts";
import type { InvoicePaymentStatus, ProviderPayment } from "#server/payments/payment-provider.ts";
import type {
  InvoicePayment,
  PaymentRecord,
  RefundRecord,
} from "#server/payments/square/mapping/invoice-payments.ts";
import { toMilliseconds } from "#server/payments/square/mapping/invoice-payments.ts";
import { isUnfinished, mapTenderDetails } from "#server/payments/square/mapping/payment-details.ts";
import { moneyToCents } from "#server/payments/square/mapping/square-money.ts";
import type { PaymentUrlCheck } from "#server/payments/square/payment-url.ts";

const PAYMENT_STATUSES: Record<string, InvoicePaymentStatus> = {
  APPROVED: "pending",
  PENDING: "pending",
  COMPLETED: "completed",
  CANCELED: "cancelled",
  FAILED: "failed",
};
const REFUND_STATUSES: Record<string, InvoicePaymentStatus> = {
  PENDING: "pending",
  COMPLETED: "completed",
  REJECTED: "failed",
  FAILED: "failed",
};

type PaymentValues = Pick<PaymentRecord, "details" | "tipCents" | "feeCents" | "createdAt" | "updatedAt"> & {
  status: InvoicePaymentStatus;
};

/** Returns the rows of an invoice's payments and refunds. */
export function mapPaymentRows(
  payments: readonly InvoicePayment[],
  checkPaymentUrl: PaymentUrlCheck,
): ProviderPayment[] {
  return payments
    .filter(({ id }) => id !== "")
    .flatMap((payment) => {
      const { status, details, tipCents, feeCents, createdAt, updatedAt } = getPaymentValues(payment);
      const method = {
        square_payment_id: payment.id,
        method: details.method,
        card_brand: details.cardBrand || null,
        card_last4: details.cardLast4 || null,
      };
      const row: ProviderPayment = {
        ...method,
        kind: "payment",
        square_id: payment.id,
        status,
        amount: toDollars(payment.cents),
        tip_amount: toDollars(tipCents),
        receipt_number: details.receiptNumber || null,
        receipt_url: checkPaymentUrl(details.receiptUrl),
        fee: toFee(feeCents),
        ...toTimes(createdAt, updatedAt),
      };
      const refunds = splitRefunds(payment).map(
        ({ refund, shareCents }): ProviderPayment => ({
          ...method,
          kind: "refund",
          square_id: refund.id,
          status: REFUND_STATUSES[refund.status] ?? "pending",
          amount: toDollars(shareCents),
          tip_amount: toDollars(subtractCents(refund.cents, shareCents)),
          receipt_number: null,
          receipt_url: null,
          fee: toFee(refund.feeCents),
          ...toTimes(refund.createdAt, refund.updatedAt),
        }),
      );
      return [row, ...refunds];
    });
}

/** Sums the payments that have started but are not completed, excluding tips. */
export function sumProcessingPayments(payments: readonly InvoicePayment[]): Cents {
  return sumCents(
    payments
      .filter((payment) => getPaymentValues(payment).status === "pending")
      .map((payment) => payment.cents),
  );
}

/** Uses the tender if Square did not return the payment itself. */
function getPaymentValues({ record, tender }: InvoicePayment): PaymentValues {
  if (record) {
    return { ...record, status: PAYMENT_STATUSES[record.status] ?? "pending" };
  }
  const time = toMilliseconds(tender.createdAt);
  return {
    status: getTenderStatus(tender),
    details: mapTenderDetails(tender),
    tipCents: moneyToCents(tender.tipMoney) ?? ZERO_CENTS,
    feeCents: null,
    createdAt: time,
    updatedAt: time,
  };
}

function getTenderStatus(tender: InvoicePayment["tender"]): InvoicePaymentStatus {
  if (!isUnfinished(tender)) {
    return "completed";
  }
  if (tender.cardDetails?.status === "VOIDED") {
    return "cancelled";
  }
  const hasFailed = tender.cardDetails?.status === "FAILED" || tender.bankAccountDetails?.status === "FAILED";
  return hasFailed ? "failed" : "pending";
}

/**
 * Splits each refund into the share of the payment's invoice amount and the rest, which refunds the tip. Completed
 * refunds come first, so that a pending refund does not change their shares. A failed refund does not change any other.
 */
function splitRefunds({
  record,
  cents: paidCents,
}: InvoicePayment): { refund: RefundRecord; shareCents: Cents }[] {
  let remainingCents: number = paidCents;
  return [...(record?.refunds ?? [])].sort(compareRefunds).map((refund) => {
    const isFailed = getRefundRank(refund) === FAILED_RANK;
    const shareCents = cents(Math.min(refund.cents, isFailed ? paidCents : remainingCents));
    remainingCents -= isFailed ? 0 : shareCents;
    return { refund, shareCents };
  });
}

const FAILED_RANK = 2;

function getRefundRank({ status }: RefundRecord): number {
  return { COMPLETED: 0, PENDING: 1 }[status] ?? FAILED_RANK;
}

function compareRefunds(a: RefundRecord, b: RefundRecord): number {
  return getRefundRank(a) - getRefundRank(b) || a.createdAt - b.createdAt || a.id.localeCompare(b.id);
}

function toFee(feeCents: Cents | null): ProviderPayment["fee"] {
  return feeCents === null ? null : toDollars(feeCents);
}

function toTimes(createdAt: number, updatedAt: number): Pick<ProviderPayment, "created_at" | "updated_at"> {
  return {
    created_at: new Date(createdAt || updatedAt).toISOString(),
    updated_at: new Date(updatedAt || createdAt).toISOString(),
  };
}
