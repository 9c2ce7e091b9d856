import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { controlClasses, Field, type FieldProps } from "./field.tsx";

type TextAreaProps = FieldProps & ComponentProps<"textarea">;

export function TextArea({
  label,
  help,
  error,
  required,
  id,
  className,
  rows = 5,
  ...textarea
}: TextAreaProps) {
  return (
    <Field {...{ label, help, error, required, id, className }}>
      {(control) => (
        <textarea {...textarea} {...control} rows={rows} className={classNames(controlClasses, "py-2")} />
      )}
    </Field>
  );
}
