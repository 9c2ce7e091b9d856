import type { ComponentProps } from "react";
import { controlClasses, Field, type FieldProps } from "./field.tsx";

type TextFieldProps = FieldProps & ComponentProps<"input">;

/** One line of text. Takes an input's own properties, `ref` included, so form libraries can register it. */
export function TextField({
  label,
  help,
  error,
  required,
  id,
  className,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, help, error, required, id, className }}>
      {(control) => <input {...input} {...control} type={type} className={controlClasses} />}
    </Field>
  );
}
