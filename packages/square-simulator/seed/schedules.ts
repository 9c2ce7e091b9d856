import { addDays, addMonths } from "../rules/dates.ts";
import type { RequestDraft } from "../rules/payment-schedule.ts";
import { ids } from "../state/ids.ts";
import type { RandomSource } from "../state/random.ts";

/** The ways to split an invoice into payment requests. */
export type ScheduleKind =
  | { kind: "balance" }
  | { kind: "deposit"; percentage: string; balanceAfterDays: number }
  | { kind: "installments"; count: number }
  | { kind: "deposit-installments"; percentage: string; count: number };

export function buildPaymentRequests(
  source: RandomSource,
  schedule: ScheduleKind,
  firstDue: string,
): RequestDraft[] {
  const request = (
    fields: Partial<RequestDraft> & Pick<RequestDraft, "request_type" | "due_date">,
  ): RequestDraft => ({
    uid: ids.uid(source),
    tipping_enabled: false,
    automatic_payment_source: "NONE",
    ...fields,
  });
  const deposit = (percentage: string) =>
    request({ request_type: "DEPOSIT", due_date: firstDue, percentage_requested: percentage });
  const installments = (count: number, firstMonth: number) => {
    const shares = equalPercentages(count);
    const day = Number(firstDue.slice(8));
    return shares.map((share, index) =>
      request({
        request_type: "INSTALLMENT",
        due_date: addMonths(firstDue, firstMonth + index, day),
        percentage_requested: share,
      }),
    );
  };
  switch (schedule.kind) {
    case "balance":
      return [request({ request_type: "BALANCE", due_date: firstDue })];
    case "deposit": {
      const due = addDays(firstDue, schedule.balanceAfterDays);
      return [deposit(schedule.percentage), request({ request_type: "BALANCE", due_date: due })];
    }
    case "installments":
      return installments(schedule.count, 0);
    case "deposit-installments":
      return [deposit(schedule.percentage), ...installments(schedule.count, 1)];
  }
}

/** Percentages with two decimals that add up to exactly 100, such as 33.33, 33.33 and 33.34. */
function equalPercentages(count: number): string[] {
  const share = Math.floor(10_000 / count);
  const last = 10_000 - share * (count - 1);
  return Array.from({ length: count }, (_, index) => ((index === count - 1 ? last : share) / 100).toFixed(2));
}
