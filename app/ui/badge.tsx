import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { classesOfTone } from "./tone.ts";

/** A dot and a word. The word alone must be enough; the tone only helps the eye. Unknown tones are neutral. */
export function Badge({ tone, children }: { tone: string; children: ReactNode }) {
  const { text, dot } = classesOfTone(tone);
  return (
    <span className={classNames("inline-flex items-center gap-2 whitespace-nowrap text-13", text)}>
      <span aria-hidden="true" className={classNames("size-2 shrink-0 rounded-full", dot)} />
      {children}
    </span>
  );
}

/** A short mark such as CURRENT or ADMIN. */
export function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block rounded-small border border-accent/40 px-2 py-0.5 font-medium text-13 text-accent">
      {children}
    </span>
  );
}
