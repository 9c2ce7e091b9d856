import { type ComponentProps, type ReactNode, useId } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; help?: string };

export function Checkbox({ label, help, id, ...input }: CheckboxProps) {
  const ownId = useId();
  const helpId = `${id ?? ownId}-help`;
  return (
    <div className="text-14">
      <label className="inline-flex min-h-6 items-start gap-2.5 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          {...input}
          id={id ?? ownId}
          type="checkbox"
          aria-describedby={help ? helpId : undefined}
          className="mt-0.5 size-5 shrink-0 accent-accent pointer-coarse:mt-0"
        />
        <span>{label}</span>
      </label>
      {help && (
        <p id={helpId} className="ml-7.5 text-13 text-muted">
          {help}
        </p>
      )}
    </div>
  );
}
