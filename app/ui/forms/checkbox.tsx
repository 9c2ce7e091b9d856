import { type ComponentProps, type ReactNode, useId } from "react";
import { Check } from "#app/ui/core-icons.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: string };

/** Checkbox without a label, for use in a row that labels it. */
export function CheckboxInput(input: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className="relative size-5 shrink-0">
      <input
        {...input}
        type="checkbox"
        className="peer block size-5 appearance-none rounded-small border border-edge bg-page transition-colors checked:border-accent checked:bg-accent hover:border-muted forced-colors:appearance-auto"
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto size-3.5 text-ink-on-accent opacity-0 peer-checked:opacity-100 forced-colors:hidden"
      />
    </span>
  );
}

export function Checkbox({ label, hint, id, ...input }: CheckboxProps) {
  const generatedId = useId();
  const hintId = `${id ?? generatedId}-hint`;
  return (
    <div className="text-14">
      <label
        htmlFor={id ?? generatedId}
        className="flex w-fit min-h-6 items-start gap-2.5 pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        <span className="mt-0.5 pointer-coarse:mt-0">
          <CheckboxInput {...input} id={id ?? generatedId} aria-describedby={hint ? hintId : undefined} />
        </span>
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="ml-7.5 text-13 text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
