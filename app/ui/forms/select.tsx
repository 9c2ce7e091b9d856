import type { ComponentProps } from "react";
import { ChevronDown } from "#app/ui/icons.tsx";
import { classNames } from "../class-names.ts";
import { CONTROL_CLASSES, Field, type FieldProps } from "./field.tsx";

type SelectOption = { value: string; label: string };

type OptionGroup = { label: string; options: readonly SelectOption[] };

type NativeSelectProps = Omit<ComponentProps<"select">, "children"> & {
  /** Options and, for long lists, groups of options. */
  options: ReadonlyArray<SelectOption | OptionGroup>;
  /** Label for an option with an empty value. */
  placeholder?: string;
  /** Narrow and without a border, for table cells. */
  isCompact?: boolean;
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

const COMPACT_CLASSES =
  "min-h-9 max-w-full rounded-small border border-transparent pr-6 pl-2 text-16 transition-colors hover:border-edge sm:text-13 pointer-coarse:min-h-11";

/** Select without a visible label, for filters and table cells. Requires an `aria-label`. */
export function UnlabeledSelect({
  options,
  placeholder,
  isCompact = false,
  className,
  ...select
}: NativeSelectProps) {
  return (
    <span className={classNames("relative block", className)}>
      <select
        {...select}
        className={classNames(
          "appearance-none text-ellipsis",
          isCompact ? COMPACT_CLASSES : classNames(CONTROL_CLASSES, "pr-9"),
        )}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((entry) =>
          "options" in entry ? (
            <optgroup key={entry.label} label={entry.label}>
              {entry.options.map(renderOption)}
            </optgroup>
          ) : (
            renderOption(entry)
          ),
        )}
      </select>
      <ChevronDown
        aria-hidden="true"
        className={classNames(
          "pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 text-muted",
          isCompact ? "right-1.5" : "right-3",
        )}
      />
    </span>
  );
}

function renderOption({ value, label }: SelectOption) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
