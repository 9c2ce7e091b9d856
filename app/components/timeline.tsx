import { useId, useState } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import {
  ArrowRightLeft,
  CalendarClock,
  CalendarDays,
  Check,
  ChevronDown,
  CircleCheck,
  FileText,
  Flag,
  ReceiptText,
} from "#app/ui/icons.tsx";
import { type CalendarDate, dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import { isOverdueEvent, type TimelineEvent } from "#domain/projects/project-timeline.ts";
import {
  groupTimelineByMonth,
  type TimelineEntry,
  type UpcomingPayments,
} from "#domain/projects/timeline-months.ts";
import { formatCount } from "#domain/text/pluralize.ts";

const ICONS = {
  start: CalendarDays,
  target: Flag,
  payment: ReceiptText,
  status: ArrowRightLeft,
  milestone: CircleCheck,
  meeting: CalendarClock,
  document: FileText,
} satisfies Record<TimelineEvent["kind"], typeof Flag>;

/** Past events beyond this number are collapsed. */
const VISIBLE_PAST_EVENTS = 3;

const MONTH_FORMAT = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Returns the URL of the page about an event. Null if it has none. */
type GetEventUrl = (event: TimelineEvent) => string | null;

type TimelineProps = {
  id?: string;
  label: string;
  events: readonly TimelineEvent[];
  getUrl: GetEventUrl;
  /** Whether wide screens show the months in two columns. */
  hasColumns?: boolean;
};

/**
 * Timeline of events by month, in chronological order. Past events are muted. Older ones are collapsed unless their payment is
 * overdue.
 */
export function Timeline({ id, label, events, getUrl, hasColumns = false }: TimelineProps) {
  const today = dateInTimeZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [isExpanded, setIsExpanded] = useState(false);
  const listId = useId();
  const settled = events.filter((event) => event.date < today && !isOverdueEvent(event, today));
  const earlier = settled.slice(0, -VISIBLE_PAST_EVENTS);
  const collapsed = new Set(isExpanded ? [] : earlier);
  const months = groupTimelineByMonth(
    events.filter((event) => !collapsed.has(event)),
    today,
  );
  return (
    <div id={id}>
      {earlier.length > 0 && (
        <ExpandButton className="mb-2" isExpanded={isExpanded} onChange={setIsExpanded}>
          {isExpanded ? "Hide earlier events" : `Show ${formatCount(earlier.length, "earlier event")}`}
        </ExpandButton>
      )}
      <ol aria-label={label} className={classNames("-mb-3", hasColumns && "xl:columns-2 xl:gap-x-10")}>
        {months.map(({ month, entries }) => (
          <li key={month} className="break-inside-avoid pb-3">
            <p id={`${listId}-${month}`} className="mb-1 text-13 text-muted">
              {MONTH_FORMAT.format(new Date(`${month}-01`))}
            </p>
            <ol aria-labelledby={`${listId}-${month}`} className="grid border-line border-l">
              {entries.map((entry, index) => (
                <Entry
                  // Only merged payments have a state. Other entries can be identical, and they have no ids.
                  key={entry.kind === "payments" ? entry.invoiceId : index}
                  entry={entry}
                  today={today}
                  getUrl={getUrl}
                />
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </div>
  );
}

type EntryProps<Item> = Item & { today: CalendarDate; getUrl: GetEventUrl };

function Entry({ entry, today, getUrl }: EntryProps<{ entry: TimelineEntry }>) {
  switch (entry.kind) {
    case "today":
      return (
        <li className="relative py-1 pl-5 font-medium text-13 text-accent">
          <Dot className="top-2.5 bg-accent" />
          Today
        </li>
      );
    case "payments":
      return <PaymentsEntry entry={entry} today={today} getUrl={getUrl} />;
    case "event":
      return <EventEntry event={entry.event} today={today} getUrl={getUrl} />;
  }
}

/** The upcoming payments of an invoice, which can be expanded. */
function PaymentsEntry({ entry, today, getUrl }: EntryProps<{ entry: UpcomingPayments }>) {
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <li className="relative text-14">
      <Dot className="top-3.5 bg-faint" />
      <button
        type="button"
        aria-expanded={isExpanded}
        className="flex w-full gap-3 rounded-small py-2 pl-5 text-left hover:text-accent"
        onClick={() => setIsExpanded(!isExpanded)}
      >
        <ReceiptText aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-faint" />
        <span className="min-w-0 flex-1">
          <span className="block">
            {entry.title}
            <ChevronDown
              aria-hidden="true"
              className={classNames("ml-1 inline size-4 transition-transform", isExpanded && "rotate-180")}
            />
          </span>
          <span className="tabular block text-13 text-muted">
            {formatDate(entry.date)} – {formatDate(entry.lastDate)}
          </span>
        </span>
        {entry.cents !== null && <span className="tabular shrink-0">{formatDollars(entry.cents)}</span>}
      </button>
      {isExpanded && (
        <ol className="grid pl-7">
          {entry.payments.map((payment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments can be identical, and events have no ids.
            <EventEntry key={index} event={payment} today={today} getUrl={getUrl} hasDot={false} />
          ))}
        </ol>
      )}
    </li>
  );
}

function EventEntry({
  event,
  today,
  getUrl,
  hasDot = true,
}: EntryProps<{ event: TimelineEvent; hasDot?: boolean }>) {
  const isPast = event.date < today;
  const isPaid = event.paymentStatus === "paid";
  const isOverdue = isOverdueEvent(event, today);
  const isPartial = event.paymentStatus === "partial";
  const url = getUrl(event);
  const Icon = isPaid ? Check : ICONS[event.kind];
  return (
    <li className="relative flex gap-3 py-2 pl-5 text-14">
      {hasDot && <Dot className={classNames("top-3.5", isOverdue ? "bg-negative" : "bg-faint")} />}
      <Icon
        aria-hidden="true"
        className={classNames("mt-0.5 size-4 shrink-0", isPaid ? "text-positive" : "text-faint")}
      />
      <span className="min-w-0 flex-1">
        <span className={classNames("block wrap-break-word", isPast && !isOverdue && "text-muted")}>
          {url ? (
            <Link
              to={url}
              className="-my-0.5 inline-block min-h-6 rounded-small py-0.5 hover:text-accent hover:underline"
            >
              {event.title}
            </Link>
          ) : (
            event.title
          )}
        </span>
        <span className="tabular block text-13 text-muted">
          <time dateTime={event.date}>{formatDate(event.date)}</time>
          {event.date === today && " · today"}
          {isPaid && <span className="text-positive"> · Paid</span>}
          {isPartial && " · Partially paid"}
          {isOverdue && <span className="text-negative"> · Overdue</span>}
          {event.by && ` · by ${event.by}`}
        </span>
      </span>
      {event.cents !== null && (
        <span className="tabular shrink-0">
          {formatDollars(event.cents)}
          {isPartial && " left"}
        </span>
      )}
    </li>
  );
}

function Dot({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("absolute -left-[4.5px] size-2 rounded-full", className)}
    />
  );
}
