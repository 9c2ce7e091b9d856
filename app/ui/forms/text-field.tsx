import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { CONTROL_CLASSES, Field, type FieldProps } from "./field.tsx";

type TextFieldProps = FieldProps & ComponentProps<"input">;

export function TextField({
  label,
  hint,
  error,
  required,
  id,
  className,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, required, id, className }}>
      {(control) => (
        <input
          {...input}
          {...control}
          type={type}
          className={classNames(CONTROL_CLASSES, type === "file" && "py-2")}
        />
      )}
    </Field>
  );
}
