import type { ComponentProps } from "react";
import { ChevronDown } from "#app/ui/icons.tsx";
import { classNames } from "../class-names.ts";
import { CONTROL_CLASSES, Field, type FieldProps } from "./field.tsx";

type SelectOption = { value: string; label: string };

type NativeSelectProps = Omit<ComponentProps<"select">, "children"> & {
  options: readonly SelectOption[];
  /** Label for an option with an empty value. */
  placeholder?: string;
};

/** Native select, so that phones show their own picker. */
export function Select({
  label,
  hint,
  error,
  required,
  id,
  className,
  ...select
}: FieldProps & NativeSelectProps) {
  return (
    <Field {...{ label, hint, error, required, id, className }}>
      {(control) => <UnlabeledSelect {...select} {...control} />}
    </Field>
  );
}

/** Select without a visible label, for filters and table cells. Requires an `aria-label`. */
export function UnlabeledSelect({ options, placeholder, className, ...select }: NativeSelectProps) {
  return (
    <span className={classNames("relative block", className)}>
      <select {...select} className={classNames(CONTROL_CLASSES, "appearance-none pr-9")}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
