import type { PaymentRequest } from "../wire/invoice.ts";
import type { Money } from "../wire/money.ts";
import { addUpTo100, applyPercentage } from "./percentages.ts";

/** A payment request before Square has computed its amount. */
export type RequestDraft = Omit<PaymentRequest, "computed_amount_money" | "total_completed_amount_money">;

const MAX_INSTALLMENTS = 12;

export type ScheduleOutcome = { ok: true; requests: PaymentRequest[] } | { ok: false; problem: string };

/**
 * Computes the amount of each payment request. The amounts always add up to `total`. Deposit percentages
 * apply to the total, and installment percentages to the amount without the deposit. The last installment
 * includes rounding differences.
 */
export function computeSchedule(total: Money, drafts: RequestDraft[]): ScheduleOutcome {
  const problem = validateShape(drafts);
  if (problem) {
    return { ok: false, problem };
  }
  const deposit = drafts.find((draft) => draft.request_type === "DEPOSIT");
  const depositCents = deposit ? requestedCents(deposit, total.amount) : 0;
  if (depositCents === null || depositCents > total.amount) {
    return { ok: false, problem: "The deposit is not a valid share of the order total." };
  }
  const remainingCents = total.amount - depositCents;
  const installments = drafts.filter((draft) => draft.request_type === "INSTALLMENT");
  const shares = installmentShares(installments, remainingCents);
  if (shares === null) {
    return { ok: false, problem: "The installments must add up to the order total." };
  }
  const requests = drafts.map((draft): PaymentRequest => {
    let cents = remainingCents;
    if (draft.request_type === "DEPOSIT") {
      cents = depositCents;
    }
    if (draft.request_type === "INSTALLMENT") {
      cents = shares[installments.indexOf(draft)] ?? 0;
    }
    return {
      ...draft,
      computed_amount_money: { amount: cents, currency: total.currency },
      total_completed_amount_money: { amount: 0, currency: total.currency },
    };
  });
  return { ok: true, requests };
}

function installmentShares(installments: RequestDraft[], remainingCents: number): number[] | null {
  if (installments.length === 0) {
    return [];
  }
  const percentages = installments.flatMap((draft) => draft.percentage_requested ?? []);
  const byPercentage = percentages.length === installments.length;
  if (!byPercentage && percentages.length > 0) {
    return null;
  }
  if (byPercentage && !addUpTo100(percentages)) {
    return null;
  }
  const shares: number[] = [];
  let undistributedCents = remainingCents;
  for (const [index, draft] of installments.entries()) {
    const isLast = index === installments.length - 1;
    const share = byPercentage && isLast ? undistributedCents : requestedCents(draft, remainingCents);
    // Rounding up several small shares could exceed the total, so each share is limited to the remaining amount.
    if (share === null || (!byPercentage && share > undistributedCents)) {
      return null;
    }
    shares.push(Math.min(share, undistributedCents));
    undistributedCents -= shares[index] ?? 0;
  }
  return undistributedCents === 0 ? shares : null;
}

function requestedCents(draft: RequestDraft, base: number): number | null {
  if (draft.fixed_amount_requested_money) {
    return draft.fixed_amount_requested_money.amount;
  }
  if (draft.percentage_requested === undefined) {
    return null;
  }
  return applyPercentage(base, draft.percentage_requested);
}

/**
 * Checks that the requests are a balance, a deposit with a balance, or 2 to 12 installments with or without a deposit.
 * Returns the problem, or null.
 */
function validateShape(drafts: RequestDraft[]): string | null {
  const count = (type: string) => drafts.filter((draft) => draft.request_type === type).length;
  const [balances, deposits, installments] = [count("BALANCE"), count("DEPOSIT"), count("INSTALLMENT")];
  if (deposits > 1) {
    return "An invoice takes at most one DEPOSIT request.";
  }
  if (balances > 1 || (balances === 1 && installments > 0)) {
    return "A BALANCE request cannot be combined with another BALANCE or with INSTALLMENT requests.";
  }
  if (balances === 0 && (installments < 2 || installments > MAX_INSTALLMENTS)) {
    return "An invoice takes one BALANCE or 2 to 12 INSTALLMENT requests.";
  }
  if (drafts.length === 0) {
    return "At least one payment request is required.";
  }
  const dueDates = drafts.map((draft) => draft.due_date);
  const deposit = drafts.find((draft) => draft.request_type === "DEPOSIT");
  if (deposit && dueDates.some((date) => date < deposit.due_date)) {
    return "The deposit must be due first.";
  }
  const tipping = drafts.findIndex((draft) => draft.tipping_enabled);
  const last = drafts.at(-1);
  if (tipping !== -1 && (tipping !== drafts.length - 1 || last?.request_type === "DEPOSIT")) {
    return "Tipping can only be enabled on the last request.";
  }
  return null;
}
