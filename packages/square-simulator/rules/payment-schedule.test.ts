import { expect, test } from "vitest";
import type { RequestDraft } from "./payment-schedule.ts";
import { computeSchedule } from "./payment-schedule.ts";

const total = (amount: number) => ({ amount, currency: "USD" });

function request(
  request_type: RequestDraft["request_type"],
  due_date: string,
  share: string | number | null = null,
): RequestDraft {
  return {
    uid: `${request_type}-${due_date}`,
    request_type,
    due_date,
    tipping_enabled: false,
    automatic_payment_source: "NONE",
    ...(typeof share === "string" ? { percentage_requested: share } : {}),
    ...(typeof share === "number" ? { fixed_amount_requested_money: total(share) } : {}),
  };
}

function amounts(cents: number, drafts: RequestDraft[]): number[] | string {
  const outcome = computeSchedule(total(cents), drafts);
  if (!outcome.ok) {
    return outcome.problem;
  }
  return outcome.requests.map(({ computed_amount_money }) => computed_amount_money.amount);
}

test("a balance covers the whole order", () => {
  expect(amounts(12_345, [request("BALANCE", "2026-12-01")])).toEqual([12_345]);
});

test("a deposit percentage applies to the total, and the balance is the remaining amount", () => {
  const drafts = [request("DEPOSIT", "2026-12-01", "33.33"), request("BALANCE", "2027-01-01")];
  expect(amounts(10_001, drafts)).toEqual([3_333, 6_668]);
});

test("rounds half a cent up without floating-point errors", () => {
  const drafts = [request("DEPOSIT", "2026-12-01", "50"), request("BALANCE", "2027-01-01")];
  expect(amounts(5, drafts)).toEqual([3, 2]);
  expect(amounts(9_007_199_254_740_991, drafts)).toEqual([4_503_599_627_370_496, 4_503_599_627_370_495]);
});

test("installments split the amount without the deposit, and the last one includes rounding differences", () => {
  const thirds = ["33.33", "33.33", "33.34"].map((share, month) =>
    request("INSTALLMENT", `2027-0${month + 1}-15`, share),
  );
  expect(amounts(10_000, thirds)).toEqual([3_333, 3_333, 3_334]);
  expect(amounts(10_000, [request("DEPOSIT", "2026-12-01", 1), ...thirds])).toEqual([1, 3_333, 3_333, 3_333]);
});

test("rejects fixed amounts that do not add up to the total", () => {
  const fixed = (last: number) => [
    request("INSTALLMENT", "2027-01-01", 400),
    request("INSTALLMENT", "2027-02-01", last),
  ];
  expect(amounts(1_000, fixed(600))).toEqual([400, 600]);
  expect(amounts(1_000, fixed(599))).toMatch(/add up/);
});

test("rejects percentages that do not add up to exactly 100", () => {
  const drafts = ["33.33", "33.33", "33.33"].map((share, month) =>
    request("INSTALLMENT", `2027-0${month + 1}-15`, share),
  );
  expect(amounts(10_000, drafts)).toMatch(/add up/);
});

test("accepts only Square's four kinds of schedules, with at most 12 installments", () => {
  const installments = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const share = index === count - 1 ? 100 - (count - 1) : 1;
      return request("INSTALLMENT", `2027-01-${String(index + 1).padStart(2, "0")}`, String(share));
    });
  expect(amounts(10_000, [])).toMatch(/INSTALLMENT/);
  expect(amounts(10_000, installments(1))).toMatch(/2 to 12/);
  expect(amounts(10_000, installments(12))).toHaveLength(12);
  expect(amounts(10_000, installments(13))).toMatch(/2 to 12/);
  expect(amounts(10_000, [request("DEPOSIT", "2026-12-01", "10"), ...installments(12)])).toHaveLength(13);
  expect(amounts(10_000, [request("BALANCE", "2026-12-01"), ...installments(2)])).toMatch(/BALANCE/);
  expect(amounts(10_000, [request("DEPOSIT", "2027-02-01", "10"), ...installments(2)])).toMatch(/first/);
});
