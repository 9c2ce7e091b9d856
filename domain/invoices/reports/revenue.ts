import { type CalendarDate, calendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, type Dollars, toCents } from "#domain/money/money.ts";

/**
 * One month of revenue: billed by issue date, paid in full by the date an invoice was fully paid, and refunded by the
 * date of the refund. Refunds do not reduce the paid amount.
 */
export type RevenueMonth = {
  month: CalendarDate;
  label: string;
  billedCents: Cents;
  paidCents: Cents;
  refundedCents: Cents;
};

const MONTH_COUNT = 12;
const MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns the first days of the last twelve months including the current one, oldest first. */
export function lastTwelveMonths(today: CalendarDate): CalendarDate[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: MONTH_COUNT }, (_, index) => {
    const monthNumber = year * 12 + (month - 1) - (MONTH_COUNT - 1 - index);
    const [startYear, startMonth] = [Math.floor(monthNumber / 12), (monthNumber % 12) + 1];
    return calendarDate(`${String(startYear).padStart(4, "0")}-${String(startMonth).padStart(2, "0")}-01`);
  });
}

/** Adds the database's totals to the months. Missing totals are zero. */
export function toRevenueMonths(
  months: readonly CalendarDate[],
  totals: readonly { month: CalendarDate; billed: Dollars; paid: Dollars; refunded: Dollars }[],
): RevenueMonth[] {
  return months.map((month) => {
    const total = totals.find((each) => each.month === month);
    const monthName = MONTH_NAMES[Number(month.slice(5, 7)) - 1] ?? month;
    return {
      month,
      label: `${monthName} ${month.slice(0, 4)}`,
      billedCents: toCents(total?.billed),
      paidCents: toCents(total?.paid),
      refundedCents: toCents(total?.refunded),
    };
  });
}
