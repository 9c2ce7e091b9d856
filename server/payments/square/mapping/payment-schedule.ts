import type { StoredScheduleEntry } from "#server/payments/payment-provider.ts";
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

function omitUndefined(entry: StoredScheduleEntry): StoredScheduleEntry {
  // Safe cast: only optional keys can be undefined, and only undefined values are removed.
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined),
  ) as StoredScheduleEntry;
}
