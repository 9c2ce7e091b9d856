import type { Square } from "square";
import type { InvoiceStatus } from "#domain/invoice.ts";
import type { ScheduleEntry } from "#domain/payment-schedule.ts";
import { centsOf } from "#server/payments/square/square-money.ts";

/**
 * What counts as paid of an invoice, in cents. Square leaves the completed amounts as they were when money is given
 * back, and does not ask for that money again: of an open invoice they count whole, so that what is left is what
 * Square asks for (docs/decisions/020-refunds-of-open-invoices.md). Of one that is over, only what was kept counts.
 */
export function paidCents(
  schedule: readonly ScheduleEntry[],
  order: Square.Order | undefined,
  status: InvoiceStatus,
): number {
  const completed =
    schedule.length > 0
      ? schedule.reduce((cents, entry) => cents + entry.completedCents, 0)
      : received(order);
  const isOpen = status === "pending" || status === "overdue";
  return isOpen ? completed : Math.max(0, completed - givenBack(order));
}

/** What the order's payments have laid on the invoice, where its requests are not told. */
function received(order: Square.Order | undefined): number {
  return (order?.tenders ?? [])
    .map(({ id }) => shareOf(order, id ?? ""))
    .filter(Number.isFinite)
    .reduce((sum, cents) => sum + cents, 0);
}

/** What was given back of the invoice. A tip was never part of it: what goes beyond a payment's share was its tip. */
function givenBack(order: Square.Order | undefined): number {
  const byPayment = new Map<string, number>();
  for (const { status, tenderId, amountMoney } of order?.refunds ?? [])
    if (status === "APPROVED") {
      const payment = tenderId ?? "";
      byPayment.set(payment, (byPayment.get(payment) ?? 0) + (centsOf(amountMoney) ?? 0));
    }
  return [...byPayment].reduce((sum, [payment, cents]) => sum + Math.min(cents, shareOf(order, payment)), 0);
}

/** What a payment has laid on the invoice: all of it but the tip. No limit where the order does not show it. */
function shareOf(order: Square.Order | undefined, payment: string): number {
  const tender = order?.tenders?.find(({ id }) => id === payment);
  const whole = centsOf(tender?.amountMoney);
  return whole === null ? Number.POSITIVE_INFINITY : whole - (centsOf(tender?.tipMoney) ?? 0);
}
