import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import {
  dueDateAtAcceptance,
  dueDateOn,
  findPlanProblem,
  resolvePaymentPlan,
} from "#domain/proposals/payment-plan.ts";
import type { PaymentPlan } from "#domain/proposals/proposal-content.ts";
import { ON_ACCEPTANCE } from "#domain/proposals/test-support/proposal.ts";

const PAYMENT = { due: ON_ACCEPTANCE, whenDue: "prepare_invoice" } as const;
const BALANCE: PaymentPlan["rest"] = { kind: "balance", ...PAYMENT };
const installments = (...shares: Array<number | null>): PaymentPlan["rest"] => ({
  kind: "installments",
  installments: shares.map((basisPoints) => ({ basisPoints, ...PAYMENT })),
});
const percent = (basisPoints: number): PaymentPlan["deposit"] => ({
  share: { kind: "percent", basisPoints },
  ...PAYMENT,
});
const fixed = (amount: number): PaymentPlan["deposit"] => ({
  share: { kind: "amount", amount: cents(amount) },
  ...PAYMENT,
});
const amounts = (plan: PaymentPlan, total: number) =>
  resolvePaymentPlan(plan, cents(total)).map(({ amount }) => amount);

describe("a payment plan", () => {
  test.each<[string, PaymentPlan, number, number[]]>([
    ["a balance", { deposit: null, rest: BALANCE }, 1_001, [1_001]],
    ["a deposit rounded half up", { deposit: percent(5_000), rest: BALANCE }, 1_001, [501, 500]],
    ["a deposit of an amount", { deposit: fixed(300), rest: BALANCE }, 1_000, [300, 700]],
    ["a deposit of at most the total", { deposit: fixed(300), rest: BALANCE }, 200, [200]],
    [
      "even installments with the remainder in the last",
      { deposit: null, rest: installments(null, null, null) },
      1_000,
      [333, 333, 334],
    ],
    ["shares rounded down", { deposit: null, rest: installments(3_333, 3_333, 3_334) }, 100, [33, 33, 34]],
    [
      "a deposit and installments",
      { deposit: percent(1_000), rest: installments(null, null) },
      1_005,
      [101, 452, 452],
    ],
    ["no payments of $0.00", { deposit: null, rest: installments(null, null, null) }, 2, [2]],
    ["nothing to pay", { deposit: percent(5_000), rest: BALANCE }, 0, []],
  ])("has %s", (_, plan, total, expected) => {
    expect(amounts(plan, total)).toEqual(expected);
  });

  test("numbers its installments", () => {
    const payments = resolvePaymentPlan(
      { deposit: percent(2_000), rest: installments(null, null) },
      cents(1_000),
    );
    expect(payments.map(({ kind, number }) => [kind, number])).toEqual([
      ["deposit", null],
      ["installment", 1],
      ["installment", 2],
    ]);
  });

  test("always adds up to the total", () => {
    const deposit = fc.oneof(
      fc.constant(null),
      fc.integer({ min: 1, max: 9_999 }).map(percent),
      fc.integer({ min: 1, max: 10_000_000 }).map(fixed),
    );
    const shares = fc.oneof(
      fc.integer({ min: 2, max: 12 }).map((count) => Array.from({ length: count }, () => null)),
      fc
        .array(fc.integer({ min: 1, max: 800 }), { minLength: 1, maxLength: 11 })
        .map((first) => [...first, 10_000 - first.reduce((sum, share) => sum + share, 0)]),
    );
    const rest = fc.oneof(
      fc.constant(BALANCE),
      shares.map((drawn) => installments(...drawn)),
    );
    fc.assert(
      fc.property(
        fc.record({ deposit, rest }),
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        (plan, total) => {
          const parts = amounts(plan, total);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
          expect(parts.every((part) => part > 0)).toBe(true);
        },
      ),
    );
  });
});

describe("a plan that cannot be used", () => {
  test.each<[PaymentPlan, RegExp | null]>([
    [{ deposit: fixed(999), rest: BALANCE }, null],
    [{ deposit: fixed(1_000), rest: BALANCE }, /less than the total/],
    [{ deposit: null, rest: installments(5_000, 5_000) }, null],
    [{ deposit: null, rest: installments(5_000, 4_999) }, /add up to 100%/],
    [{ deposit: null, rest: installments(5_000, 5_001) }, /add up to 100%/],
    [{ deposit: null, rest: installments(5_000, null) }, /every installment/],
    [{ deposit: percent(9_999), rest: installments(null, null) }, null],
  ])("%j is reported", (plan, message) => {
    const problem = findPlanProblem(plan, cents(1_000));
    expect(message ? message.test(problem ?? "") : problem === null).toBe(true);
  });
});

test("a due date that has passed moves to the day of the event", () => {
  const date = calendarDate("2026-03-10");
  expect(dueDateOn({ kind: "date", date }, calendarDate("2026-03-09"))).toBe("2026-03-10");
  expect(dueDateOn({ kind: "date", date }, calendarDate("2026-03-11"))).toBe("2026-03-11");
  expect(dueDateOn({ kind: "on_completion", days: 30 }, calendarDate("2026-03-11"))).toBe("2026-04-10");
});

test("only dates and acceptance have a due date at acceptance", () => {
  const today = calendarDate("2026-03-11");
  expect(dueDateAtAcceptance({ kind: "on_acceptance", days: 14 }, today)).toBe("2026-03-25");
  expect(dueDateAtAcceptance({ kind: "date", date: calendarDate("2026-05-01") }, today)).toBe("2026-05-01");
  expect(dueDateAtAcceptance({ kind: "on_completion", days: 0 }, today)).toBeNull();
  expect(dueDateAtAcceptance({ kind: "milestone", milestoneId: "report", days: 0 }, today)).toBeNull();
});
