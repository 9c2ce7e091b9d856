import { useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import {
  ArrowRightLeft,
  CalendarClock,
  CalendarDays,
  Check,
  CircleCheck,
  FileText,
  Flag,
  ReceiptText,
} from "#app/ui/icons.tsx";
import { type CalendarDate, dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import { isOverdueEvent, type TimelineEvent } from "#domain/projects/project-timeline.ts";
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

type TimelineProps = { id?: string; label: string; events: readonly TimelineEvent[] };

/**
 * Timeline of events in chronological order. Past events are muted. Older ones are collapsed unless their payment is
 * overdue.
 */
export function Timeline({ id, label, events }: TimelineProps) {
  const today = dateInTimeZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [isExpanded, setIsExpanded] = useState(false);
  const settled = events.filter((event) => event.date < today && !isOverdueEvent(event, today));
  const earlier = settled.slice(0, -VISIBLE_PAST_EVENTS);
  const collapsed = new Set(isExpanded ? [] : earlier);
  return (
    <div id={id}>
      {earlier.length > 0 && (
        <ExpandButton className="mb-2" isExpanded={isExpanded} onChange={setIsExpanded}>
          {isExpanded ? "Hide earlier events" : `Show ${formatCount(earlier.length, "earlier event")}`}
        </ExpandButton>
      )}
      <ol aria-label={label} className="grid border-line border-l">
        {events
          .filter((event) => !collapsed.has(event))
          .map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments can be identical, and events have no ids.
            <Entry key={index} event={event} today={today} />
          ))}
      </ol>
    </div>
  );
}

function Entry({ event, today }: { event: TimelineEvent; today: CalendarDate }) {
  const isPast = event.date < today;
  const isPaid = event.paymentStatus === "paid";
  const isOverdue = isOverdueEvent(event, today);
  const Icon = isPaid ? Check : ICONS[event.kind];
  return (
    <li className="relative flex gap-3 py-2 pl-5 text-14">
      <span
        aria-hidden="true"
        className={classNames(
          "absolute top-3.5 -left-[4.5px] size-2 rounded-full",
          isOverdue ? "bg-negative" : isPast ? "bg-faint" : "bg-accent",
        )}
      />
      <Icon
        aria-hidden="true"
        className={classNames("mt-0.5 size-4 shrink-0", isPaid ? "text-positive" : "text-faint")}
      />
      <span className="min-w-0 flex-1">
        <span className={classNames("block", isPast && !isOverdue && "text-muted")}>{event.title}</span>
        <span className="tabular block text-13 text-muted">
          <time dateTime={event.date}>{formatDate(event.date)}</time>
          {event.date === today && " · today"}
          {isPaid && <span className="text-positive"> · Paid</span>}
          {event.paymentStatus === "partial" && " · Partially paid"}
          {isOverdue && <span className="text-negative"> · Overdue</span>}
          {event.by && ` · by ${event.by}`}
        </span>
      </span>
      {event.cents !== null && <span className="tabular shrink-0">{formatDollars(event.cents)}</span>}
    </li>
  );
}
