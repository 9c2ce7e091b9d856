import { type CalendarDate, compareDates, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, cents, sumCents, toCents, toPercent, ZERO_CENTS } from "#domain/money/money.ts";
import type { StatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

const INTEGER_PATTERN = /^-?\d+$/;
const INSTALLMENT_TITLE = /^Installment (\d+)$/;
const LIST_FORMAT = new Intl.ListFormat("en-US");

/**
 * A payment request in an invoice's schedule, parsed from the stored JSON. `computedCents` is null until Square has
 * computed the amount.
 */
export type ScheduleEntry = {
  kind: "deposit" | "balance" | "installment";
  percentage: string | null;
  dueDate: CalendarDate | null;
  computedCents: Cents | null;
  completedCents: Cents;
};

export type ScheduleEntryStatus = "paid" | "partial" | "pending";

export const SCHEDULE_ENTRY_STATUSES = {
  paid: { label: "Paid", tone: "positive" },
  partial: { label: "partial", tone: "info" },
  pending: { label: "Pending", tone: "warning" },
} satisfies Record<ScheduleEntryStatus, StatusBadge>;

/** Parses a stored `payment_schedule`. Skips invalid entries. */
export function parseSchedule(stored: unknown): ScheduleEntry[] {
  return Array.isArray(stored) ? stored.filter(isObject).map(parseEntry) : [];
}

/**
 * Paid when the completed amount reaches the computed amount, partial when it is above zero, otherwise pending.
 * An entry without a computed amount is never paid.
 */
export function scheduleEntryStatus(entry: ScheduleEntry): ScheduleEntryStatus {
  if (entry.computedCents !== null && entry.completedCents >= entry.computedCents) {
    return "paid";
  }
  return entry.completedCents > 0 ? "partial" : "pending";
}

/**
 * Returns the label of each entry, such as "Deposit (25%)", "Balance" or "Installment 2". Only installments are
 * numbered.
 */
export function scheduleEntryTitles(schedule: readonly ScheduleEntry[]): string[] {
  let installmentCount = 0;
  return schedule.map((entry) => {
    if (entry.kind === "balance") {
      return "Balance";
    }
    if (entry.kind === "deposit") {
      return entry.percentage ? `Deposit (${entry.percentage}%)` : "Deposit";
    }
    installmentCount += 1;
    return `Installment ${installmentCount}`;
  });
}

/**
 * Paid amount and rounded percentage of the schedule. The excess of an overpaid entry does not count toward other
 * entries.
 */
export function scheduleProgress(schedule: readonly ScheduleEntry[]): {
  completedCents: Cents;
  totalCents: Cents;
  percent: number;
} {
  const totalCents = sumCents(schedule.map((entry) => entry.computedCents ?? ZERO_CENTS));
  const completedCents = sumCents(
    schedule.map((entry) => cents(Math.min(entry.completedCents, entry.computedCents ?? 0))),
  );
  return { completedCents, totalCents, percent: toPercent(completedCents, totalCents) };
}

/** Returns the next payment, or null if none is due. */
export function nextPayment(
  invoice: Pick<Tables<"invoices">, "next_payment_amount" | "next_payment_due_date">,
): { cents: Cents; dueDate: CalendarDate | null } | null {
  const amount = toCents(invoice.next_payment_amount);
  return amount > 0 ? { cents: amount, dueDate: invoice.next_payment_due_date } : null;
}

/** The unpaid amount of an entry. Null until Square has computed its amount. */
export function entryAmountLeft({ computedCents, completedCents }: ScheduleEntry): Cents | null {
  return computedCents === null ? null : cents(Math.max(0, computedCents - completedCents));
}

export type NextPaymentPart = { title: string; dueDate: CalendarDate | null; cents: Cents };

/**
 * The schedule entries that the next payment pays, earliest first. Square adds the amounts of overdue entries to the
 * entry that is due next. Empty if the entries do not add up to the next payment.
 */
export function nextPaymentParts(schedule: readonly ScheduleEntry[], nextCents: Cents): NextPaymentPart[] {
  const parts: NextPaymentPart[] = [];
  for (const part of listUnpaidParts(schedule)) {
    parts.push(part);
    if (sumCents(parts.map((included) => included.cents)) >= nextCents) {
      break;
    }
  }
  return sumCents(parts.map((part) => part.cents)) === nextCents ? parts : [];
}

/** Names the payments of a schedule in one line, such as "Deposit (25%)" or "Installments 2 and 3". */
export function describeParts(parts: readonly Pick<NextPaymentPart, "title">[]): string {
  const numbers = parts.map(({ title }) => INSTALLMENT_TITLE.exec(title)?.[1]);
  return parts.length > 1 && numbers.every((number) => number !== undefined)
    ? `Installments ${LIST_FORMAT.format(numbers)}`
    : LIST_FORMAT.format(parts.map(({ title }) => title));
}

/** The unpaid amounts of the schedule's entries, earliest first. Omits entries whose amount is unknown. */
export function listUnpaidParts(schedule: readonly ScheduleEntry[]): NextPaymentPart[] {
  const titles = scheduleEntryTitles(schedule);
  return schedule
    .map((entry, index) => ({
      title: titles[index] ?? "",
      dueDate: entry.dueDate,
      cents: entryAmountLeft(entry) ?? ZERO_CENTS,
    }))
    .filter((part) => part.cents > 0)
    .toSorted((a, b) => compareDates(a.dueDate, b.dueDate));
}

/** Whether to show the schedule in a panel. A single entry would only repeat the invoice's row. */
export function hasSchedulePanel(schedule: readonly ScheduleEntry[]): boolean {
  return schedule.length > 1;
}

function parseEntry(stored: Record<string, unknown>): ScheduleEntry {
  const kindByType = { DEPOSIT: "deposit", BALANCE: "balance" } as const;
  const requestType = stored.request_type;
  return {
    kind: requestType === "DEPOSIT" || requestType === "BALANCE" ? kindByType[requestType] : "installment",
    percentage: parsePercentage(stored.percentage_requested),
    dueDate: typeof stored.due_date === "string" ? parseCalendarDate(stored.due_date) : null,
    computedCents: parseCents(stored.computed_amount_money),
    completedCents: parseCents(stored.total_completed_amount_money) ?? ZERO_CENTS,
  };
}

/** Square sends "25", "25.0" or "33.33". */
function parsePercentage(stored: unknown): string | null {
  const percentage = typeof stored === "string" || typeof stored === "number" ? Number(stored) : Number.NaN;
  return Number.isFinite(percentage) && percentage > 0 ? String(percentage) : null;
}

/** Returns null for anything except whole cents. `Number` would convert an empty string to 0 and `true` to 1. */
function parseCents(money: unknown): Cents | null {
  const stored = isObject(money) ? money.amount : null;
  const isText = typeof stored === "string" && INTEGER_PATTERN.test(stored);
  const amount = typeof stored === "number" || isText ? Number(stored) : Number.NaN;
  return Number.isSafeInteger(amount) ? cents(amount) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
