import { type ReactNode, useId } from "react";

type PhoneDetailsProps = { label: string; children: ReactNode };

/**
 * Content that phones show after a button is pressed (scripts/toggles.ts). On wider screens and without scripts, it
 * is always shown.
 */
export function PhoneDetails({ label, children }: PhoneDetailsProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        data-toggles={id}
        aria-expanded="false"
        aria-controls={id}
        className="needs-script inline-flex min-h-11 items-center rounded-small border border-edge px-4 font-medium text-14 transition-colors hover:bg-raised sm:hidden"
      >
        <span data-label="">{label}</span>
      </button>
      <div id={id} data-open="false" className="script-opens-on-phones">
        {children}
      </div>
    </>
  );
}
