import type { CalendarDate } from "#domain/calendar-date.ts";
import { type Dollars, toCents } from "#domain/money.ts";

/** A month of revenue in cents: billed by the day of issue, paid by the day an invoice was paid whole. */
export type RevenueMonth = { month: CalendarDate; label: string; billedCents: number; paidCents: number };

const MONTHS_SHOWN = 12;
const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The first days of the last twelve months, this one included, the earliest first. */
export function revenueMonths(today: CalendarDate): CalendarDate[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const count = year * 12 + (month - 1) - (MONTHS_SHOWN - 1 - index);
    return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}-01`;
  });
}

/** Each of the months with the database's sums; a month it does not name brought nothing. */
export function revenueOf(
  months: readonly CalendarDate[],
  sums: readonly { month: CalendarDate; billed: Dollars; paid: Dollars }[],
): RevenueMonth[] {
  return months.map((month) => {
    const sum = sums.find((each) => each.month === month);
    const name = NAMES[Number(month.slice(5, 7)) - 1] ?? month;
    return {
      month,
      label: `${name} ${month.slice(0, 4)}`,
      billedCents: toCents(sum?.billed),
      paidCents: toCents(sum?.paid),
    };
  });
}
