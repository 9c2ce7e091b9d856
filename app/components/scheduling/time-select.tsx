import { useId, useState } from "react";
import { FieldError } from "#app/ui/forms/field.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import type { FreeDay } from "#domain/scheduling/free-days.ts";
import { formatTimeLabel, formatTimeOfDay, formatWeekday } from "#domain/scheduling/time-labels.ts";

type TimeSelectProps = {
  days: readonly FreeDay[];
  timeZone: string;
  time: Instant | null;
  /** Null after the date changed. */
  onTime: (time: Instant | null) => void;
  error?: string | undefined;
};

/** A select for the date, by default that of `time` or the first one, and a radio group for its free times. */
export function TimeSelect({ days, timeZone, time, onTime, error }: TimeSelectProps) {
  const [chosenDate, setChosenDate] = useState<CalendarDate | null>(
    () => days.find(({ times }) => time !== null && times.includes(time))?.date ?? null,
  );
  const name = useId();
  const errorId = `${name}-error`;
  const shown = days.find((day) => day.date === chosenDate) ?? days[0];
  return (
    <>
      <Select
        label="Date"
        options={days.map((day) => ({
          value: day.date,
          label: `${formatWeekday(day.date)} (${day.times.length} available)`,
        }))}
        value={shown?.date ?? ""}
        onChange={(event) => {
          const day = days.find((each) => each.date === event.currentTarget.value);
          if (day) {
            setChosenDate(day.date);
            onTime(null);
          }
        }}
      />
      <fieldset aria-describedby={error ? errorId : undefined}>
        <legend className="required-mark font-medium text-14">Time</legend>
        <p className="mt-1 text-13 text-muted">{formatTimeZone(timeZone)}</p>
        <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
          {shown?.times.map((each) => (
            <label
              key={each}
              className="tabular flex min-h-10 cursor-pointer items-center gap-2 rounded-small border border-edge px-3 text-14 transition-colors hover:bg-raised has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name={name}
                checked={each === time}
                onChange={() => onTime(each)}
                className="size-4 shrink-0 accent-accent"
              />
              <span>
                {formatTimeOfDay(each, timeZone)}
                <span className="sr-only">{formatTimeLabel(each, timeZone, timeZone).details}</span>
              </span>
            </label>
          ))}
        </div>
        {error && (
          <div role="alert" ref={focusFirstTime}>
            <FieldError id={errorId} text={error} />
          </div>
        )}
      </fieldset>
    </>
  );
}

/** Focuses the first time when the error appears, as forms focus their first invalid field. */
function focusFirstTime(error: HTMLElement | null): void {
  error?.closest("fieldset")?.querySelector("input")?.focus();
}
