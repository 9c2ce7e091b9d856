import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  dueDateProblem,
  replaceInstallments,
  scheduleProblem,
} from "#domain/invoices/drafts/draft-schedule.ts";
import type { DraftPayment, DraftPaymentKind } from "#domain/invoices/drafts/invoice-draft.ts";
import { cents, sumCents } from "#domain/money/money.ts";

const today = calendarDate("2026-11-21");
const pay = (kind: DraftPaymentKind, dueOn: string, amountCents: number): DraftPayment => ({
  kind,
  dueOn: calendarDate(dueOn),
  amountCents: cents(amountCents),
});
const installments = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    pay("installment", `2026-12-${String(at + 1).padStart(2, "0")}`, 100),
  );
const problem = (
  payments: DraftPayment[],
  totalCents: number = sumCents(payments.map((one) => one.amountCents)),
) => scheduleProblem(payments, { totalCents: cents(totalCents), today });

describe("a payment schedule", () => {
  test.each([
    ["a balance", [pay("balance", "2026-11-21", 100)]],
    ["a deposit and a balance", [pay("deposit", "2026-11-21", 50), pay("balance", "2026-11-22", 50)]],
    ["2 installments", installments(2)],
    ["12 installments", installments(12)],
    ["a deposit and 12 installments", [pay("deposit", "2026-11-30", 50), ...installments(12)]],
  ])("can be %s", (_name, payments) => {
    expect(problem(payments)).toBeNull();
  });

  test.each([
    ["a deposit alone", [pay("deposit", "2026-11-21", 100)], "Add one balance, or 2 to 12 installments."],
    [
      "two balances",
      [pay("balance", "2026-11-21", 50), pay("balance", "2026-11-22", 50)],
      "Add one balance, or 2 to 12 installments.",
    ],
    [
      "a deposit after the balance",
      [pay("balance", "2026-11-21", 50), pay("deposit", "2026-11-22", 50)],
      "Only the first payment can be a deposit.",
    ],
    [
      "two deposits",
      [pay("deposit", "2026-11-21", 50), pay("deposit", "2026-11-22", 50), pay("balance", "2026-11-23", 50)],
      "Only the first payment can be a deposit.",
    ],
    ["one installment", installments(1), "Add 2 to 12 installments."],
    ["13 installments", installments(13), "Add 2 to 12 installments."],
    [
      "installments with a balance",
      [...installments(2), pay("balance", "2026-12-24", 50)],
      "An invoice can't have a balance and installments.",
    ],
    ["a payment of $0", [pay("balance", "2026-11-21", 0)], "Each payment must be more than $0."],
  ])("cannot be %s", (_name, payments, expected) => {
    expect(problem(payments)).toBe(expected);
  });

  test("must add up to the total", () => {
    expect(problem([pay("balance", "2026-11-21", 99)], 100)).toBe(
      "The payments add up to $0.99, but the total is $1.00.",
    );
  });

  test("must be due today or later, on rising dates", () => {
    expect(dueDateProblem([pay("balance", "2026-11-20", 1)], today)).toBe(
      "Due dates must be today or later.",
    );
    const sameDay = [pay("deposit", "2026-11-21", 1), pay("balance", "2026-11-21", 1)];
    expect(dueDateProblem(sameDay, today)).toBe("Each payment must be due after the one before.");
  });
});

describe("replacing installments", () => {
  test("keeps the first payment as the deposit and the total", () => {
    const replaced = replaceInstallments(installments(3));
    expect(replaced).toEqual([pay("deposit", "2026-12-01", 100), pay("balance", "2026-12-03", 200)]);
    expect(problem(replaced)).toBeNull();
  });

  test("keeps a deposit", () => {
    const replaced = replaceInstallments([pay("deposit", "2026-11-30", 50), ...installments(2)]);
    expect(replaced).toEqual([pay("deposit", "2026-11-30", 50), pay("balance", "2026-12-02", 200)]);
  });

  test("does not change a schedule without installments", () => {
    const payments = [pay("deposit", "2026-11-21", 50), pay("balance", "2026-11-22", 50)];
    expect(replaceInstallments(payments)).toEqual(payments);
  });
});
