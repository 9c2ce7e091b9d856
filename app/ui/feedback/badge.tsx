import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { toneClasses } from "../tone.ts";

/**
 * Status label with a colored dot. The label must be clear without the color. Unknown tones are shown as
 * neutral.
 */
export function Badge({ tone, children }: { tone: string; children: ReactNode }) {
  const { text, dot } = toneClasses(tone);
  return (
    <span className={classNames("inline-flex items-center gap-2 whitespace-nowrap text-13", text)}>
      <span aria-hidden="true" className={classNames("size-2 shrink-0 rounded-full", dot)} />
      {children}
    </span>
  );
}

/** Short label, such as CURRENT or ADMIN. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block rounded-small border border-accent/40 px-2 py-0.5 font-medium text-13 text-accent">
      {children}
    </span>
  );
}
