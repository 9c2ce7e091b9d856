import { type ReactNode, useId } from "react";
import { CircleAlert } from "#app/ui/core-icons.tsx";
import { classNames } from "../class-names.ts";

/** Props for a label above the control, and a hint and error below it. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
};

type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

export const CONTROL_CLASSES = classNames(
  "block w-full rounded-small border border-edge bg-page px-3 text-16 text-text sm:text-14",
  "min-h-10 transition-colors placeholder:text-faint hover:border-muted pointer-coarse:min-h-11",
  "aria-invalid:border-negative [&[readonly]]:text-muted disabled:cursor-not-allowed disabled:opacity-55",
);

type FieldComponentProps = FieldProps & {
  id?: string;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

export function Field({
  label,
  hint,
  error,
  required = false,
  id,
  className,
  children,
}: FieldComponentProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  return (
    <div data-field="" className={className}>
      <label
        htmlFor={controlId}
        className={classNames("mb-1.5 block font-medium text-14", required && "required-mark")}
      >
        {label}
      </label>
      {children({
        id: controlId,
        "aria-describedby": classNames(error ? errorId : null, hint ? hintId : null) || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      {hint && (
        <p id={hintId} className="mt-1.5 text-13 text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId} text={error} />}
    </div>
  );
}

/** The control must reference `id` in `aria-describedby`. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <div data-field-error="" className="mt-1.5 flex gap-1.5 text-13 text-negative">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p id={id}>{text}</p>
    </div>
  );
}
