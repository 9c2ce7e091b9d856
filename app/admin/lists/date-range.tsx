import { useId } from "react";
import { useSearchParams } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { CONTROL_CLASSES } from "#app/ui/forms/field.tsx";
import { addDays, type CalendarDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import type { ListControls } from "./use-list-params.ts";

/** The days in the URL parameters `from` and `to`. Both are inclusive. Null means no limit. */
export type DateRange = { from: CalendarDate | null; to: CalendarDate | null };

export function useDateRange(): DateRange {
  const [searchParams] = useSearchParams();
  return { from: parseCalendarDate(searchParams.get("from")), to: parseCalendarDate(searchParams.get("to")) };
}

/** The instants of a range in the browser's time zone. `until` is exclusive. */
export function toInstants({ from, to }: DateRange): { from: Instant | null; until: Instant | null } {
  return { from: from && startOfDay(from), until: to && startOfDay(addDays(to, 1)) };
}

function startOfDay(day: CalendarDate): Instant | null {
  // Without an offset, the text is read in the browser's time zone.
  return toInstant(new Date(`${day}T00:00:00`));
}

type DateRangeFieldsProps = { range: DateRange; controls: Pick<ListControls, "change"> };

/** Two date fields that filter a list. They stay next to each other when the filters wrap. */
export function DateRangeFields({ range: { from, to }, controls: { change } }: DateRangeFieldsProps) {
  return (
    <div className="flex flex-wrap gap-3 max-sm:contents">
      <DateField label="From" value={from} max={to} onChange={(day) => change({ filters: { from: day } })} />
      <DateField label="To" value={to} min={from} onChange={(day) => change({ filters: { to: day } })} />
      {(from || to) && (
        <Button
          tone="quiet"
          className="max-sm:col-span-full"
          onClick={() => change({ filters: { from: "", to: "" } })}
        >
          Clear dates
        </Button>
      )}
    </div>
  );
}

type DateFieldProps = {
  label: string;
  value: CalendarDate | null;
  min?: CalendarDate | null;
  max?: CalendarDate | null;
  onChange: (day: string) => void;
};

function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-14 max-sm:col-span-full">
      <label htmlFor={id} className="text-muted max-sm:w-10">
        {label}
      </label>
      <input
        // Resets the field after Back and "Clear dates", but not while a date is being typed.
        key={value}
        id={id}
        type="date"
        defaultValue={value ?? ""}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={CONTROL_CLASSES}
      />
    </span>
  );
}
