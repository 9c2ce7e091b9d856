import { useId } from "react";
import { Button } from "#app/ui/button.tsx";
import { toLocalTime } from "#domain/bookings/booking-decision.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { pickDayTimes } from "#domain/scheduling/pick-day-times.ts";
import { formatTimeLabel, formatTimeOfDay, formatWeekday } from "#domain/scheduling/time-labels.ts";

const LIMITS = { days: 3, timesPerDay: 3 };

type FreeTimeButtonsProps = {
  /** Free times in any order. */
  times: readonly Instant[];
  timeZone: string;
  /** The chosen time as a `datetime-local` value. */
  value: string;
  /** Receives the time as a `datetime-local` value. */
  onSelect: (localTime: string) => void;
};

/** Free times of the next days. The chosen one is marked. Shows nothing if there are none. */
export function FreeTimeButtons({ times, timeZone, value, onSelect }: FreeTimeButtonsProps) {
  const titleId = useId();
  const days = pickDayTimes(times, timeZone, LIMITS);
  if (days.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-2 text-13 text-muted">
        Available times
      </h3>
      <ul className="tabular grid gap-2">
        {days.map((day) => (
          <li key={day.date} className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <span className="text-13">{formatWeekday(day.date)}</span>
            <ul className="grid grid-cols-3 gap-2">
              {day.times.map((time) => {
                const localTime = toLocalTime(new Date(time));
                return (
                  <li key={time} className="grid">
                    <Button
                      size="small"
                      className="relative whitespace-nowrap px-1 aria-pressed:border-accent aria-pressed:text-accent"
                      aria-pressed={localTime === value}
                      onClick={() => onSelect(localTime)}
                    >
                      {formatTimeOfDay(time, timeZone)}
                      <span className="sr-only">{formatTimeLabel(time, timeZone, timeZone).details}</span>
                    </Button>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
