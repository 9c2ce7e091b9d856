import type { ReactNode } from "react";
import { ChevronDown } from "../icons.tsx";

/** Text that shows and hides the content below it. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 rounded-small text-14 text-muted hover:text-text pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
