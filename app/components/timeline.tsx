import { classNames } from "#app/ui/class-names.ts";
import { ArrowRightLeft, CalendarDays, Flag, ReceiptText } from "#app/ui/icons.tsx";
import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import type { TimelineEvent } from "#domain/projects/project-timeline.ts";

const ICONS = {
  start: CalendarDays,
  target: Flag,
  payment: ReceiptText,
  status: ArrowRightLeft,
} satisfies Record<TimelineEvent["kind"], typeof Flag>;

type TimelineProps = { id?: string; label: string; events: readonly TimelineEvent[] };

/** Timeline of events in chronological order. Past events are muted. */
export function Timeline({ id, label, events }: TimelineProps) {
  const today = dateInTimeZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <ol id={id} aria-label={label} className="grid border-line border-l">
      {events.map((event, index) => {
        const Icon = ICONS[event.kind];
        const isPast = event.date < today;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments can be identical, and events have no ids.
          <li key={index} className="relative flex gap-3 py-2 pl-5 text-14">
            <span
              aria-hidden="true"
              className={classNames(
                "absolute top-3.5 -left-[4.5px] size-2 rounded-full",
                isPast ? "bg-faint" : "bg-accent",
              )}
            />
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-faint" />
            <span className="min-w-0 flex-1">
              <span className={classNames("block", isPast && "text-muted")}>{event.title}</span>
              <span className="tabular block text-13 text-muted">
                <time dateTime={event.date}>{formatDate(event.date)}</time>
                {event.date === today && " · today"}
                {event.by && ` · by ${event.by}`}
              </span>
            </span>
            {event.cents !== null && <span className="tabular shrink-0">{formatDollars(event.cents)}</span>}
          </li>
        );
      })}
    </ol>
  );
}
