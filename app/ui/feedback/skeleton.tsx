import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

/** Placeholder with the size of the content. Appears after 150 ms, so that fast loads don't flicker. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classNames("skeleton", className)} />;
}

/** Loading text above skeletons: `children`, or plain rows by default. */
export function Loading({ text, rows = 3, children }: { text: string; rows?: number; children?: ReactNode }) {
  return (
    <div>
      <p role="status" className="mb-4 text-14 text-muted">
        {text}
      </p>
      {children ?? (
        <div className="grid gap-2">
          {rowNumbers(rows).map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      )}
    </div>
  );
}

function rowNumbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
