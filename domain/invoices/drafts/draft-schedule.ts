import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { DraftPayment } from "#domain/invoices/drafts/invoice-draft.ts";
import { type Cents, formatDollars, sumCents } from "#domain/money/money.ts";

/** Square accepts 2 to 12 installments. */
const MIN_INSTALLMENTS = 2;
export const MAX_INSTALLMENTS = 12;

type ScheduleRules = { totalCents: Cents; today: CalendarDate };

/**
 * Returns why Square would reject a payment schedule, or null. Square accepts a balance, or 2 to 12 installments, each
 * with or without a deposit, which is due first. `today` is the date at the location of the invoice.
 */
export function scheduleProblem(
  payments: readonly DraftPayment[],
  { totalCents, today }: ScheduleRules,
): string | null {
  const deposits = payments.filter(({ kind }) => kind === "deposit").length;
  const balances = payments.filter(({ kind }) => kind === "balance").length;
  const installments = payments.filter(({ kind }) => kind === "installment").length;
  if (deposits > 1 || (deposits === 1 && payments[0]?.kind !== "deposit")) {
    return "Only the first payment can be a deposit.";
  }
  if (installments === 0 && balances !== 1) {
    return "Add one balance, or 2 to 12 installments.";
  }
  if (installments > 0 && balances > 0) {
    return "An invoice can't have a balance and installments.";
  }
  if (installments > 0 && (installments < MIN_INSTALLMENTS || installments > MAX_INSTALLMENTS)) {
    return "Add 2 to 12 installments.";
  }
  if (payments.some(({ amountCents }) => amountCents <= 0)) {
    return "Each payment must be more than $0.";
  }
  const scheduledCents = sumCents(payments.map(({ amountCents }) => amountCents));
  if (scheduledCents !== totalCents) {
    return `The payments add up to ${formatDollars(scheduledCents)}, but the total is ${formatDollars(totalCents)}.`;
  }
  return dueDateProblem(payments, today);
}

/** Returns why the due dates cannot be used, or null. They must be today or later, and each after the one before. */
export function dueDateProblem(payments: readonly DraftPayment[], today: CalendarDate): string | null {
  if (payments.some(({ dueOn }) => dueOn < today)) {
    return "Due dates must be today or later.";
  }
  const isAscending = payments.every(({ dueOn }, at) => at === 0 || (payments[at - 1]?.dueOn ?? "") < dueOn);
  return isAscending ? null : "Each payment must be due after the one before.";
}

export function hasInstallments(payments: readonly DraftPayment[]): boolean {
  return payments.some(({ kind }) => kind === "installment");
}

/**
 * Replaces installments with a deposit and a balance, for merchants without Invoices Plus. The first payment keeps its
 * amount and due date. The others become the balance, which is due on the last due date.
 */
export function replaceInstallments(payments: readonly DraftPayment[]): DraftPayment[] {
  const [first, ...others] = payments;
  const last = others.at(-1);
  if (!first || !last || !hasInstallments(payments)) {
    return [...payments];
  }
  return [
    { ...first, kind: "deposit" },
    {
      kind: "balance",
      dueOn: last.dueOn,
      amountCents: sumCents(others.map((payment) => payment.amountCents)),
    },
  ];
}
