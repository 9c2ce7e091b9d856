import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { CONTROL_CLASSES, Field, type FieldProps } from "./field.tsx";

type TextAreaProps = FieldProps & ComponentProps<"textarea">;

export function TextArea({
  label,
  hint,
  error,
  required,
  id,
  className,
  rows = 5,
  ...textarea
}: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, required, id, className }}>
      {(control) => (
        <textarea {...textarea} {...control} rows={rows} className={classNames(CONTROL_CLASSES, "py-2")} />
      )}
    </Field>
  );
}
