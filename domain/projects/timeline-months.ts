import { groupBy } from "#domain/collections/group-by.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { addCents, type Cents, ZERO_CENTS } from "#domain/money/money.ts";
import type { TimelineEvent } from "#domain/projects/project-timeline.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** Payments of one invoice that are due after today. `cents` is null if an amount is not known yet. */
export type UpcomingPayments = {
  kind: "payments";
  invoiceId: string;
  date: CalendarDate;
  lastDate: CalendarDate;
  title: string;
  cents: Cents | null;
  payments: readonly TimelineEvent[];
};

/** A row of a timeline. `today` separates the past from the future. */
export type TimelineEntry =
  | { kind: "event"; date: CalendarDate; event: TimelineEvent }
  | { kind: "today"; date: CalendarDate }
  | UpcomingPayments;

/** `month` has the form "2026-02". */
export type TimelineMonth = { month: string; entries: TimelineEntry[] };

/**
 * Groups the events of a timeline by month, in order. On the same day, other events come before payments. Several unpaid payments of one
 * invoice that are due after today are one entry, on the day of the first one. Today is an entry if there are entries before and
 * after it.
 */
export function groupTimelineByMonth(events: readonly TimelineEvent[], today: CalendarDate): TimelineMonth[] {
  const ordered = events.toSorted(
    (one, other) => one.date.localeCompare(other.date) || Number(isPayment(one)) - Number(isPayment(other)),
  );
  const upcoming = groupBy(
    ordered.filter((event) => isUpcomingPayment(event, today)),
    ({ invoice }) => invoice.id,
  );
  const entries = ordered.flatMap((event): TimelineEntry[] => {
    const payments = isUpcomingPayment(event, today) ? (upcoming.get(event.invoice.id) ?? []) : [];
    const [first, ...later] = payments;
    if (!first || later.length === 0) {
      return [{ kind: "event", date: event.date, event }];
    }
    return event === first ? [mergePayments(first, later)] : [];
  });
  const months = groupBy(markToday(entries, today), ({ date }) => date.slice(0, 7));
  return [...months].map(([month, monthEntries]) => ({ month, entries: monthEntries }));
}

function isPayment({ kind }: TimelineEvent): boolean {
  return kind === "payment";
}

type InvoicePayment = TimelineEvent & Required<Pick<TimelineEvent, "invoice">>;

function isUpcomingPayment(event: TimelineEvent, today: CalendarDate): event is InvoicePayment {
  return event.invoice !== undefined && event.paymentStatus !== "paid" && event.date > today;
}

function mergePayments(first: InvoicePayment, later: readonly InvoicePayment[]): UpcomingPayments {
  const payments = [first, ...later];
  return {
    kind: "payments",
    invoiceId: first.invoice.id,
    date: first.date,
    lastDate: later.at(-1)?.date ?? first.date,
    title: `${first.invoice.name}: ${formatCount(payments.length, "upcoming payment")}`,
    cents: payments.reduce<Cents | null>(
      (sum, { cents }) => (sum === null || cents === null ? null : addCents(sum, cents)),
      ZERO_CENTS,
    ),
    payments,
  };
}

function markToday(entries: readonly TimelineEntry[], today: CalendarDate): TimelineEntry[] {
  const past = entries.filter(({ date }) => date < today);
  const later = entries.filter(({ date }) => date >= today);
  return past.length > 0 && later.length > 0
    ? [...past, { kind: "today", date: today }, ...later]
    : [...past, ...later];
}
