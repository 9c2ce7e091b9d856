import type { Square } from "square";
import type { ScheduleEntryOnWire } from "#server/payments/provider.ts";
import { moneyOnWire } from "#server/payments/square/square-money.ts";
import { storableText } from "#server/payments/square/storable-text.ts";

/**
 * The payment requests as Square's JSON names them, snake_case and cents as numbers: the SDK renames and retypes them,
 * this is where they are turned back. What is unset stays absent.
 * @throws NotImportable for amounts that are not US dollars.
 */
export function scheduleOnWire(
  requests: Square.InvoicePaymentRequest[] | null | undefined,
): ScheduleEntryOnWire[] {
  return (requests ?? []).map((request) =>
    withoutUnset({
      uid: request.uid ?? undefined,
      request_type: storableText(request.requestType) || "BALANCE",
      due_date: request.dueDate ?? undefined,
      percentage_requested: request.percentageRequested ?? undefined,
      fixed_amount_requested_money: moneyOnWire(request.fixedAmountRequestedMoney),
      tipping_enabled: request.tippingEnabled ?? undefined,
      automatic_payment_source: request.automaticPaymentSource,
      computed_amount_money: moneyOnWire(request.computedAmountMoney),
      total_completed_amount_money: moneyOnWire(request.totalCompletedAmountMoney),
    }),
  );
}

function withoutUnset(entry: ScheduleEntryOnWire): ScheduleEntryOnWire {
  // A guarantee the type cannot give: only keys whose value is undefined are dropped.
  return Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined),
  ) as ScheduleEntryOnWire;
}
