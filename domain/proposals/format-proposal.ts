import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars, formatPrice } from "#domain/money/money.ts";
import type { PlannedPayment } from "#domain/proposals/payment-plan.ts";
import type { PaymentDue, ProposalContent, ProposalItem } from "#domain/proposals/proposal-content.ts";
import { itemAmount } from "#domain/proposals/proposal-totals.ts";
import { formatCount } from "#domain/text/pluralize.ts";

const hoursFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** Formats hundredths of an hour, such as "2.5 hours". */
export function formatHours(hundredths: number): string {
  return `${hoursFormat.format(hundredths / 100)} ${hundredths === 100 ? "hour" : "hours"}`;
}

/** The price of a line item with how it is computed, such as "2.5 hours × $350 = $875.00". */
export function formatItemPrice(item: ProposalItem): string {
  const amount = formatDollars(itemAmount(item));
  return item.kind === "fixed"
    ? amount
    : `${formatHours(item.hundredths)} × ${formatPrice(item.rate)} = ${amount}`;
}

/** Formats a discount or deposit, such as "12.5%" or "$500.00". */
export function formatShare(share: NonNullable<ProposalContent["discount"]>): string {
  return share.kind === "percent"
    ? `${hoursFormat.format(share.basisPoints / 100)}%`
    : formatDollars(share.amount);
}

/** When a payment is due, in a sentence after an amount: "on Nov 3, 2026" or "14 days after acceptance". */
export function formatDue(due: PaymentDue, milestones: ProposalContent["milestones"]): string {
  switch (due.kind) {
    case "date":
      return `on ${formatDate(due.date)}`;
    case "on_acceptance":
      return formatDays(due.days, "acceptance");
    case "on_completion":
      return formatDays(due.days, "completion of the project");
    case "milestone": {
      const milestone = milestones.find(({ id }) => id === due.milestoneId);
      return formatDays(due.days, `the milestone “${milestone?.title ?? "Unknown"}”`);
    }
  }
}

function formatDays(days: number, event: string): string {
  return days === 0 ? `on ${event}` : `${formatCount(days, "day")} after ${event}`;
}

/** The name of a payment, such as "Deposit" or "Installment 2". */
export function formatPaymentName({ kind, number }: Pick<PlannedPayment, "kind" | "number">): string {
  switch (kind) {
    case "deposit":
      return "Deposit";
    case "balance":
      return "Balance";
    case "installment":
      return `Installment ${number ?? 1}`;
  }
}
