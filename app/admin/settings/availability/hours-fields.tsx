import { Button, IconButton } from "#app/ui/button.tsx";
import { CONTROL_CLASSES, FieldError } from "#app/ui/forms/field.tsx";
import { Plus, X } from "#app/ui/icons.tsx";
import type { HoursField } from "./hours-form.ts";

type HoursFieldsProps = {
  /** Accessible name of the group, such as "Monday". */
  label: string;
  /** Identifies the fields of the group. */
  name: string;
  ranges: readonly HoursField[];
  error: string | undefined;
  onChange: (ranges: HoursField[]) => void;
};

/** Start and end of each range of hours of a day. */
export function HoursFields({ label, name, ranges, error, onChange }: HoursFieldsProps) {
  const errorId = `${name}-error`;
  const update = (index: number, change: Partial<HoursField>) =>
    onChange(ranges.map((range, each) => (each === index ? { ...range, ...change } : range)));
  const field = (index: number, edge: keyof HoursField) => (
    <input
      type="time"
      step={300}
      aria-label={`${label}, ${edge === "from" ? "start" : "end"}${ranges.length > 1 ? ` ${index + 1}` : ""}`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      value={ranges[index]?.[edge] ?? ""}
      onChange={(event) => update(index, { [edge]: event.currentTarget.value })}
      className={`${CONTROL_CLASSES} tabular max-[360px]:px-2 max-sm:[&::-webkit-calendar-picker-indicator]:hidden`}
    />
  );
  return (
    <div className="grid justify-items-start gap-2">
      {ranges.length === 0 && <p className="flex min-h-10 items-center text-14 text-muted">Closed</p>}
      {ranges.map((_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no identity, and all fields are controlled
          key={index}
          className="grid grid-cols-[minmax(0,8rem)_auto_minmax(0,8rem)_auto] items-center gap-2 max-[360px]:gap-1"
        >
          {field(index, "from")}
          <span aria-hidden="true">–</span>
          {field(index, "to")}
          <IconButton
            label={`Remove ${label} ${ranges[index]?.from} to ${ranges[index]?.to}`}
            onClick={() => onChange(ranges.filter((_, each) => each !== index))}
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      ))}
      {error && <FieldError id={errorId} text={error} />}
      <Button
        size="small"
        tone="quiet"
        icon={<Plus aria-hidden="true" className="size-4" />}
        aria-label={`Add hours to ${label}`}
        onClick={() => onChange([...ranges, getNextRange(ranges)])}
      >
        Add hours
      </Button>
    </div>
  );
}

/** Suggests business hours for the first range, and the afternoon for another one. */
function getNextRange(ranges: readonly HoursField[]): HoursField {
  if (ranges.length === 0) {
    return { from: "09:00", to: "17:00" };
  }
  const lastEnd = ranges.at(-1)?.to ?? "";
  return lastEnd < "13:00" && lastEnd !== "00:00" ? { from: "13:00", to: "17:00" } : { from: "", to: "" };
}
