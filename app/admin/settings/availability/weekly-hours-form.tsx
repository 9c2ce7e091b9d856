import { type FormEvent, useState } from "react";
import { type AvailabilityOverview, saveWeeklyHours } from "#app/api/admin/settings/availability.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { SettingsButtons } from "#app/ui/forms/settings-buttons.tsx";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../../forms/use-unsaved-guard.ts";
import { HoursFields } from "./hours-fields.tsx";
import { type HoursField, parseHoursFields, toHoursFields } from "./hours-form.ts";
import { useAvailabilityChange } from "./use-availability-change.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
/** Monday to Friday. */
const WORKDAY_COUNT = 5;

/** The hours of each weekday. A day can have several ranges, such as before and after lunch. */
export function WeeklyHoursForm({ overview }: { overview: AvailabilityOverview }) {
  const stored = overview.hours.map(toHoursFields);
  const [edited, setEdited] = useState<readonly HoursField[][] | null>(null);
  const [hasErrors, setHasErrors] = useState(false);
  const days = edited ?? stored;
  const isDirty = edited !== null && JSON.stringify(edited) !== JSON.stringify(stored);
  useUnsavedGuard(() => isDirty, {
    confirmation: createDiscardConfirmation("the weekly hours"),
    guardsQuery: true,
  });
  const save = useAvailabilityChange({
    save: saveWeeklyHours,
    successMessage: () => "Weekly hours saved",
    onSaved: () => setEdited(null),
  });
  const results = days.map(parseHoursFields);
  const setDay = (index: number, ranges: HoursField[]) =>
    setEdited(days.map((day, each) => (each === index ? ranges : day)));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const hours = results.flatMap((result) => (result.ok ? [result.hours] : []));
    setHasErrors(hours.length < results.length);
    if (hours.length === results.length) {
      save.mutate({ days: hours });
      return;
    }
    const firstInvalid = results.findIndex(({ ok }) => !ok);
    event.currentTarget.querySelectorAll("fieldset")[firstInvalid]?.querySelector("input")?.focus();
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="weekly-hours" className="grid gap-5">
      <div>
        <h3 id="weekly-hours" className="text-16">
          Weekly hours
        </h3>
        <p className="mt-1 text-13 text-muted">
          {formatTimeZone(overview.settings.timeZone ?? overview.defaultTimeZone)}
        </p>
      </div>
      <div className="divide-y divide-line rounded-medium border border-line bg-surface px-4 sm:px-5">
        {WEEKDAYS.map((weekday, index) => {
          const result = results[index];
          return (
            <fieldset
              key={weekday}
              className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-[7rem_1fr] sm:items-start lg:grid-cols-[7rem_1fr_auto]"
            >
              <legend className="float-left font-medium text-14 sm:min-h-10 sm:content-center">
                {weekday}
              </legend>
              <HoursFields
                label={weekday}
                name={`hours-${index}`}
                ranges={days[index] ?? []}
                error={hasErrors && result && !result.ok ? result.error : undefined}
                onChange={(ranges) => setDay(index, ranges)}
              />
              {index === 0 && (
                <Button
                  size="small"
                  className="justify-self-start sm:max-lg:col-start-2"
                  onClick={() =>
                    setEdited(days.map((day, each) => (each < WORKDAY_COUNT ? [...(days[0] ?? [])] : day)))
                  }
                >
                  Copy to Tuesday–Friday
                </Button>
              )}
            </fieldset>
          );
        })}
      </div>
      <SettingsButtons
        isDirty={isDirty}
        isSaving={save.isPending}
        onReset={() => setEdited(null)}
        result={
          save.error && (
            <Banner tone="negative" urgent>
              {errorMessage(save.error, "We couldn't save the weekly hours. Try again.")}
            </Banner>
          )
        }
      />
    </form>
  );
}
