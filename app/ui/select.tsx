import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { controlClasses, Field, type FieldProps } from "./field.tsx";

type SelectOption = { value: string; label: string };

type NativeSelect = Omit<ComponentProps<"select">, "children"> & {
  options: readonly SelectOption[];
  /** The choice that is no choice yet: an option with the empty value. */
  placeholder?: string;
};

/** A native select: the phone's own picker, the keyboard's own habits. */
export function Select({
  label,
  help,
  error,
  required,
  id,
  className,
  ...select
}: FieldProps & NativeSelect) {
  return (
    <Field {...{ label, help, error, required, id, className }}>
      {(control) => <BareSelect {...select} {...control} />}
    </Field>
  );
}

/** Without a visible label, for a filter or a table cell: give it an `aria-label`. */
export function BareSelect({ options, placeholder, className, ...select }: NativeSelect) {
  return (
    <span className={classNames("relative block", className)}>
      <select {...select} className={classNames(controlClasses, "appearance-none pr-9")}>
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
