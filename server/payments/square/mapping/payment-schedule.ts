import { parseSchedule } from "#domain/invoices/due-dates/payment-schedule.ts";
import { cents, sumCents } from "#domain/money/money.ts";
import type { StoredScheduleEntry } from "#server/payments/payment-provider.ts";
import { getRefundedShare, type InvoicePayment } from "#server/payments/square/mapping/invoice-payments.ts";
import { sumCompletedPayments } from "#server/payments/square/mapping/paid-amount.ts";
import { sanitizeText } from "#server/payments/square/mapping/sanitize-text.ts";
import { toStoredMoney } from "#server/payments/square/mapping/square-money.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/**
 * Converts payment requests to Square's JSON format, with snake_case names, numeric amounts in cents and
 * no unset fields.
 * @throws {ImportError} for amounts that are not in US dollars
 */
export function mapPaymentSchedule(
  requests: Square.InvoicePaymentRequest[] | null | undefined,
): StoredScheduleEntry[] {
  return (requests ?? []).map((request) =>
    omitUndefined({
      uid: request.uid ?? undefined,
      request_type: sanitizeText(request.requestType) || "BALANCE",
      due_date: request.dueDate ?? undefined,
      percentage_requested: request.percentageRequested ?? undefined,
      fixed_amount_requested_money: toStoredMoney(request.fixedAmountRequestedMoney),
      tipping_enabled: request.tippingEnabled ?? undefined,
      automatic_payment_source: request.automaticPaymentSource ?? undefined,
      computed_amount_money: toStoredMoney(request.computedAmountMoney),
      total_completed_amount_money: toStoredMoney(request.totalCompletedAmountMoney),
    }),
  );
}

const REFUNDED_STATUSES = ["PARTIALLY_REFUNDED", "REFUNDED"];

/**
 * Adds refunded amounts to the completed amounts of the payment requests, if Square has subtracted them. Square does not
 * document whether a partial refund does so. A refund must not increase the balance
 * (docs/decisions/018-refunds-do-not-increase-the-balance.md).
 */
export function addRefundedAmounts(
  entries: readonly StoredScheduleEntry[],
  payments: readonly InvoicePayment[],
  squareStatus: string | null | undefined,
): StoredScheduleEntry[] {
  const schedule = parseSchedule(entries);
  let missing =
    sumCompletedPayments(payments) - sumCents(schedule.map(({ completedCents }) => completedCents));
  const refundSums = ([["COMPLETED"], ["COMPLETED", "PENDING"]] as const).map((statuses) =>
    Number(sumCents(payments.map((payment) => getRefundedShare(payment, statuses)))),
  );
  if (!REFUNDED_STATUSES.includes(squareStatus ?? "") || missing <= 0 || !refundSums.includes(missing)) {
    return [...entries];
  }
  return entries.map((entry, index) => {
    const { computedCents, completedCents = 0 } = schedule[index] ?? {};
    const added = Math.min(missing, Math.max(0, (computedCents ?? 0) - completedCents));
    missing -= added;
    const total = { amount: cents(completedCents + added), currency: "USD" };
    return added > 0 ? { ...entry, total_completed_amount_money: total } : entry;
  });
}

function omitUndefined(entry: StoredScheduleEntry): StoredScheduleEntry {
  // Safe cast: only optional keys can be undefined, and only undefined values are removed.
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined),
  ) as StoredScheduleEntry;
}
