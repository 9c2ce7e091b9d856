import { useSearchParams } from "react-router";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { StatementPeriod } from "#domain/statements/build-statement.ts";
import {
  findPreset,
  PERIOD_PRESETS,
  periodPresetLabel,
  presetPeriod,
} from "#domain/statements/statement-period.ts";
import type { PeriodInput } from "./use-statement-period.ts";

const CUSTOM = "custom";

type PeriodFormProps = {
  period: StatementPeriod;
  isValid: boolean;
  today: CalendarDate;
  onChange: (period: PeriodInput) => void;
};

/** Form fields for a period, as a preset or as a start and end date. */
export function PeriodForm({ period, isValid, today, onChange }: PeriodFormProps) {
  const [searchParams] = useSearchParams();
  const preset = isValid ? findPreset(period, today) : null;
  const from = period.from ?? searchParams.get("from") ?? "";
  const to = period.to ?? searchParams.get("to") ?? "";
  return (
    <fieldset className="grid gap-4 min-[22rem]:max-sm:grid-cols-2 sm:grid-cols-3 print:hidden">
      <legend className="sr-only">Period</legend>
      <Select
        label="Period"
        className="min-[22rem]:max-sm:col-span-2"
        value={preset ?? CUSTOM}
        onChange={(event) => {
          const chosen = PERIOD_PRESETS.find((each) => each === event.target.value);
          if (chosen) {
            const dates = presetPeriod(chosen, today);
            onChange({ from: dates.from ?? "", to: dates.to ?? "" });
          }
        }}
        options={[
          ...PERIOD_PRESETS.map((each) => ({ value: each, label: periodPresetLabel(each) })),
          ...(preset === null ? [{ value: CUSTOM, label: "Custom" }] : []),
        ]}
      />
      <TextField
        label="From"
        type="date"
        value={from}
        onChange={(event) => onChange({ from: event.target.value, to })}
        error={isValid ? undefined : "Choose a start date on or before the end date."}
      />
      <TextField
        label="To"
        type="date"
        value={to}
        onChange={(event) => onChange({ from, to: event.target.value })}
      />
    </fieldset>
  );
}
