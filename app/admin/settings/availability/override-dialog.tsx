import { useState } from "react";
import { type Override, saveOverride } from "#app/api/admin/settings/availability.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";
import { HoursFields } from "./hours-fields.tsx";
import { type HoursField, parseHoursFields, toHoursFields } from "./hours-form.ts";
import { useAvailabilityChange } from "./use-availability-change.ts";

/** Form for the hours of a date. Without hours, the date is closed. */
export function OverrideDialog({ override, onClose }: { override: Override | null; onClose: () => void }) {
  const [date, setDate] = useState<string>(override?.date ?? "");
  const [label, setLabel] = useState(override?.label ?? "");
  const [ranges, setRanges] = useState<HoursField[]>(toHoursFields(override?.hours ?? []));
  const [hasErrors, setHasErrors] = useState(false);
  const save = useAvailabilityChange({
    save: saveOverride,
    successMessage: (saved) => `Hours on ${formatDate(saved.date)} saved`,
    onSaved: onClose,
  });
  const parsedDate = parseCalendarDate(date);
  const result = parseHoursFields(ranges);
  const isDirty =
    date !== (override?.date ?? "") ||
    label !== (override?.label ?? "") ||
    JSON.stringify(ranges) !== JSON.stringify(toHoursFields(override?.hours ?? []));

  function submit() {
    setHasErrors(!parsedDate || !result.ok);
    if (parsedDate && result.ok) {
      save.mutate({ date: parsedDate, hours: result.hours, label });
    }
  }

  return (
    <GuardedFormDialog
      title={override ? `Hours on ${formatDate(override.date)}` : "Add date"}
      description="These hours replace the weekly hours. Without hours, the date is closed."
      submitButton={{ label: override ? "Save Changes" : "Add date", busyLabel: "Saving..." }}
      subject="the date"
      isDirty={isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the date. Try again."
      onSubmit={submit}
      onClose={onClose}
    >
      {!override && (
        <TextField
          label="Date"
          type="date"
          required
          value={date}
          error={hasErrors && !parsedDate ? "Choose a date" : undefined}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
      )}
      <fieldset>
        <legend className="mb-1.5 font-medium text-14">Hours</legend>
        <HoursFields
          label="Hours"
          name="override-hours"
          ranges={ranges}
          error={hasErrors && !result.ok ? result.error : undefined}
          onChange={setRanges}
        />
      </fieldset>
      <TextField
        label="Note"
        maxLength={200}
        hint="Optional. For example, the name of the holiday. Visible only to administrators."
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
    </GuardedFormDialog>
  );
}
