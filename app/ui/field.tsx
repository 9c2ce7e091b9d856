import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

/** What every form field has: label above, help and error below, tied to the control. */
export type FieldProps = {
  label: string;
  help?: ReactNode;
  /** The exact words of what is wrong; shown with an icon. */
  error?: string;
  required?: boolean;
};

type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

export const controlClasses = classNames(
  "block w-full rounded-small border border-edge bg-page px-3 text-16 text-text sm:text-14",
  "min-h-10 transition-colors placeholder:text-faint hover:border-muted pointer-coarse:min-h-11",
  "aria-invalid:border-negative disabled:cursor-not-allowed disabled:opacity-55",
);

type Props = FieldProps & { id?: string; className?: string; children: (control: ControlProps) => ReactNode };

export function Field({ label, help, error, required = false, id, className, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const helpId = `${controlId}-help`;
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
        "aria-describedby": classNames(error ? errorId : null, help ? helpId : null) || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      {help && (
        <p id={helpId} className="mt-1.5 text-13 text-muted">
          {help}
        </p>
      )}
      {error && <FieldError id={errorId} text={error} />}
    </div>
  );
}

/** What is wrong with a field; its control is described by `id`. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <div data-field-error="" className="mt-1.5 flex gap-1.5 text-13 text-negative">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p id={id}>{text}</p>
    </div>
  );
}
