import type { ReactNode } from "react";

type ListSurfaceProps = {
  /** The table, or a falsy value if there are no rows. */
  table: ReactNode;
  /** Shown instead of an empty table. */
  empty: ReactNode;
  footer: ReactNode;
};

/** Bordered container for a table and its footer. */
export function ListSurface({ table, empty, footer }: ListSurfaceProps) {
  return (
    <section className="rounded-medium border border-line bg-surface">
      {table ? (
        <>
          {/* Cells have their own padding, cards do not. Below 88rem, wide tables scroll horizontally. Above it, the table header is sticky. */}
          <div className="relative px-4 lg:overflow-x-auto lg:has-[table]:px-1 min-[88rem]:overflow-visible min-[88rem]:[--below-header:4rem]">
            {table}
          </div>
          {footer}
        </>
      ) : (
        <div role="status">{empty}</div>
      )}
    </section>
  );
}
