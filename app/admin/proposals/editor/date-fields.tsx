import { TextField } from "#app/ui/forms/text-field.tsx";
import { brand } from "#brand";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import type { DraftContent, FindFieldError } from "./draft-content.ts";

type DateFieldsProps = {
  content: DraftContent;
  onChange: (changes: Partial<DraftContent>) => void;
  findError: FindFieldError;
};

/** How long the proposal is valid, and the dates of the project. */
export function DateFields({ content, onChange, findError }: DateFieldsProps) {
  const { validUntil, startsOn, completesOn } = content;
  const today = firmToday(new Date());
  return (
    <>
      <TextField
        label="Valid until"
        hint={`Expires at the end of this day, ${formatTimeZone(brand.timeZone)}.`}
        type="date"
        min={today}
        value={validUntil ?? ""}
        onChange={(event) => onChange({ validUntil: event.currentTarget.value || null })}
        error={findError("validUntil")}
      />
      <TextField
        label="Project starts on"
        hint="Optional. Defaults to the day the client accepts."
        type="date"
        value={startsOn ?? ""}
        onChange={(event) => onChange({ startsOn: event.currentTarget.value || null })}
        error={findError("startsOn")}
      />
      <TextField
        label="Target completion"
        hint="Optional."
        type="date"
        value={completesOn ?? ""}
        onChange={(event) => onChange({ completesOn: event.currentTarget.value || null })}
        error={findError("completesOn")}
      />
    </>
  );
}
