import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { freeTimesQuery } from "#app/api/shared/free-times.ts";
import { Button } from "#app/ui/button.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";

const COUNT = 6;

type FreeTimeButtonsProps = {
  /** The date from which on times are suggested. */
  from: CalendarDate;
  timeZone: string;
  onSelect: (time: Instant) => void;
};

/** The next free times from a date on. Shows nothing if there are none. */
export function FreeTimeButtons({ from, timeZone, onSelect }: FreeTimeButtonsProps) {
  const titleId = useId();
  const { data } = useQuery(freeTimesQuery({ from, timeZone }));
  const times = data?.days.flatMap((day) => day.times).slice(0, COUNT) ?? [];
  if (times.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 text-13 text-muted">
        Free times
      </h3>
      <ul className="flex flex-wrap gap-2">
        {times.map((time) => (
          <li key={time}>
            <Button size="small" className="tabular" onClick={() => onSelect(time)}>
              {formatShortTime(new Date(time), timeZone)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
