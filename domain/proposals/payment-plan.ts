import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, cents, subtractCents, sumCents } from "#domain/money/money.ts";
import type { PaymentDue, PaymentPlan, WhenDue } from "#domain/proposals/proposal-content.ts";
import { shareAmount } from "#domain/proposals/proposal-totals.ts";
import { scaleDown } from "#domain/proposals/rounding.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type PaymentKind = ClosedSets["planned_payments.kind"];

/** A part of the total that is paid at one time. */
export type PlannedPayment = {
  kind: PaymentKind;
  /** The number of an installment, from 1. Null for the deposit and the balance. */
  number: number | null;
  amount: Cents;
  due: PaymentDue;
  whenDue: WhenDue;
};

/**
 * Divides the total into payments whose sum is the total. The deposit is rounded half up. Installments are rounded down, and
 * the last one contains the remainder. Payments of $0.00 are left out.
 */
export function resolvePaymentPlan(plan: PaymentPlan, total: Cents): PlannedPayment[] {
  const payments: PlannedPayment[] = [];
  let rest = total;
  if (plan.deposit) {
    const { share, due, whenDue } = plan.deposit;
    const amount = shareAmount(total, share);
    payments.push({ kind: "deposit", number: null, amount, due, whenDue });
    rest = subtractCents(total, amount);
  }
  if (plan.rest.kind === "balance") {
    const { due, whenDue } = plan.rest;
    payments.push({ kind: "balance", number: null, amount: rest, due, whenDue });
  } else {
    const { installments } = plan.rest;
    const amounts = splitRest(
      rest,
      installments.map(({ basisPoints }) => basisPoints),
    );
    for (const [index, { due, whenDue }] of installments.entries()) {
      const amount = amounts[index] ?? cents(0);
      payments.push({ kind: "installment", number: index + 1, amount, due, whenDue });
    }
  }
  return payments.filter(({ amount }) => amount > 0);
}

function splitRest(rest: Cents, shares: ReadonlyArray<number | null>): Cents[] {
  const firstAmounts = shares
    .slice(0, -1)
    .map((share) => (share === null ? scaleDown(rest, 1, shares.length) : scaleDown(rest, share, 10_000)));
  return [...firstAmounts, subtractCents(rest, sumCents(firstAmounts))];
}

/** Why a payment plan cannot be used for any total, or null. */
export function findPlanProblem(plan: PaymentPlan, lowestTotal: Cents): string | null {
  const { deposit, rest } = plan;
  if (deposit?.share.kind === "amount" && deposit.share.amount >= lowestTotal) {
    return "The deposit must be less than the total without optional items.";
  }
  if (rest.kind === "installments") {
    const shares = rest.installments.map(({ basisPoints }) => basisPoints);
    if (shares.some((share) => share !== null)) {
      if (shares.some((share) => share === null)) {
        return "Enter a percentage for every installment, or for none.";
      }
      if (shares.reduce<number>((sum, share) => sum + (share ?? 0), 0) !== 10_000) {
        return "The percentages of the installments must add up to 100%.";
      }
    }
  }
  return null;
}

/**
 * The due date of a payment when its event happens on `on`. A date that has passed is moved to that day, because an invoice
 * cannot be due before it is issued.
 */
export function dueDateOn(due: PaymentDue, on: CalendarDate): CalendarDate {
  if (due.kind === "date") {
    return due.date < on ? on : due.date;
  }
  return addDays(on, due.days);
}

/** The due date of a payment that is known at acceptance. Null if it depends on a later event. */
export function dueDateAtAcceptance(due: PaymentDue, acceptedOn: CalendarDate): CalendarDate | null {
  return due.kind === "date" || due.kind === "on_acceptance" ? dueDateOn(due, acceptedOn) : null;
}
