import { useState } from "react";
import { type UseFormRegister, useForm } from "react-hook-form";
import { type AvailabilityOverview, saveSchedulingSettings } from "#app/api/admin/settings/availability.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { SettingsButtons } from "#app/ui/forms/settings-buttons.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { COMMON_TIME_ZONES, listOtherTimeZones } from "#domain/dates/common-time-zones.ts";
import { formatTimeZone, formatTimeZoneOption } from "#domain/dates/time-zone.ts";
import { formatMinutes } from "#domain/scheduling/format-minutes.ts";
import { SCHEDULING_LIMITS, SchedulingSettings } from "#domain/scheduling/settings-form.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../../forms/use-unsaved-guard.ts";
import { useAvailabilityChange } from "./use-availability-change.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
const NOTICES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY];
const BUFFERS = [0, 5, 10, 15, 30, 45, HOUR];

/** Settings in minutes, with the values to choose from. */
const DURATIONS = [
  { name: "durationMinutes", label: "Length", values: [15, 20, 30, 45, HOUR, 90], hint: undefined },
  {
    name: "slotIntervalMinutes",
    label: "Start times",
    values: [10, 15, 20, 30, HOUR],
    hint: "How far apart available start times are.",
  },
  {
    name: "bufferBeforeMinutes",
    label: "Buffer before",
    values: BUFFERS,
    hint: "Kept free before each call.",
  },
  { name: "bufferAfterMinutes", label: "Buffer after", values: BUFFERS, hint: "Kept free after each call." },
  {
    name: "noticeMinutes",
    label: "Minimum notice",
    values: NOTICES,
    hint: "How far in advance visitors must book.",
  },
  {
    name: "changeNoticeMinutes",
    label: "Notice for changes",
    values: NOTICES,
    hint: "How long before the start visitors can still reschedule or cancel.",
  },
] as const;

/** Which times are offered within the hours. */
export function BookingRules({ overview }: { overview: AvailabilityOverview }) {
  const { settings, defaultTimeZone } = overview;
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(SchedulingSettings),
    defaultValues: settings,
  });
  const { errors, isDirty } = formState;
  const [timeZones] = useState(listTimeZoneOptions);
  useUnsavedGuard(() => isDirty, {
    confirmation: createDiscardConfirmation("the rules"),
    guardsQuery: true,
  });
  const save = useAvailabilityChange({
    save: saveSchedulingSettings,
    successMessage: () => "Rules saved",
    onSaved: reset,
  });
  return (
    <form noValidate onSubmit={handleSubmit((form) => save.mutate(form))} className="grid max-w-2xl gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="Time zone"
          placeholder={`${formatTimeZone(defaultTimeZone)}, default`}
          options={timeZones}
          hint="For the weekly hours. Visitors also see times in their own time zone."
          error={errors.timeZone?.message}
          className="sm:col-span-2"
          {...register("timeZone", { setValueAs: (value) => value || null })}
        />
        {DURATIONS.map((field) => (
          <DurationSelect
            key={field.name}
            {...field}
            current={settings[field.name]}
            error={errors[field.name]?.message}
            register={register}
          />
        ))}
        <TextField
          label="Horizon (days)"
          type="number"
          inputMode="numeric"
          {...SCHEDULING_LIMITS.horizonDays}
          required
          hint="How far ahead visitors can book."
          error={errors.horizonDays?.message}
          {...register("horizonDays", { valueAsNumber: true })}
        />
        <TextField
          label="Maximum per day"
          type="number"
          inputMode="numeric"
          {...SCHEDULING_LIMITS.maxPerDay}
          hint="Per host. Leave empty for no limit."
          error={errors.maxPerDay?.message}
          {...register("maxPerDay", {
            setValueAs: (value) => (value === "" || value === null ? null : Number(value)),
          })}
        />
      </div>
      <Checkbox
        label="Clients pick meeting times themselves"
        hint="Clients schedule and reschedule their meetings in the portal without approval."
        {...register("clientsPickTimes")}
      />
      <SettingsButtons
        isDirty={isDirty}
        isSaving={save.isPending}
        onReset={() => reset()}
        result={
          save.error && (
            <Banner tone="negative" urgent>
              {errorMessage(save.error, "We couldn't save the rules. Try again.")}
            </Banner>
          )
        }
      />
    </form>
  );
}

/** The common time zones by region, then all others by city. */
function listTimeZoneOptions() {
  const now = new Date();
  const toOptions = (zones: readonly string[]) =>
    zones.map((zone) => ({ value: zone, label: formatTimeZoneOption(zone, now) }));
  return [
    ...COMMON_TIME_ZONES.map(({ region, zones }) => ({ label: region, options: toOptions(zones) })),
    {
      label: "Other time zones",
      options: toOptions(listOtherTimeZones()).sort((one, other) => one.label.localeCompare(other.label)),
    },
  ];
}

type DurationSelectProps = (typeof DURATIONS)[number] & {
  current: number;
  error: string | undefined;
  register: UseFormRegister<SchedulingSettings>;
};

/** The values to choose from, and the current one if it was set through the API. */
function DurationSelect({ name, label, values, hint, current, error, register }: DurationSelectProps) {
  const options = [...new Set([...values, current])].sort((one, other) => one - other);
  return (
    <Select
      label={label}
      hint={hint}
      options={options.map((minutes) => ({
        value: String(minutes),
        label: minutes === 0 ? "None" : formatMinutes(minutes),
      }))}
      error={error}
      {...register(name, { valueAsNumber: true })}
    />
  );
}
