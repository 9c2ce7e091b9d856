import { type ReactNode, useState } from "react";
import { ChevronDown } from "../icons.tsx";

/** Text that shows and hides the content below it, which is rendered when it is first shown. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="group" onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 rounded-small text-14 text-muted hover:text-text pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="pt-1 pb-2">{wasOpened && children}</div>
    </details>
  );
}
