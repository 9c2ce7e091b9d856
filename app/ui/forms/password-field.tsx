import { type ComponentProps, useState } from "react";
import { Eye, EyeOff } from "#app/ui/core-icons.tsx";
import { IconButton } from "../button.tsx";
import { CONTROL_CLASSES, Field, type FieldProps } from "./field.tsx";

type PasswordFieldProps = FieldProps & Omit<ComponentProps<"input">, "type">;

/** Password with a button that shows it. */
export function PasswordField({ label, hint, error, required, id, className, ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Field {...{ label, hint, error, required, id, className }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={isVisible ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={`${CONTROL_CLASSES} pr-12`}
          />
          <IconButton
            label={isVisible ? "Hide characters" : "Show characters"}
            aria-controls={control.id}
            className="absolute inset-y-0 right-0.5 my-auto"
            onClick={() => setIsVisible(!isVisible)}
          >
            {isVisible ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
