import type { ReactNode } from "react";

type ListSurfaceProps = {
  /** The table, or null when it would be empty. */
  table: ReactNode;
  /** Drawn in the place of an empty table. */
  empty: ReactNode;
  foot: ReactNode;
};

/** What a list lies on: the table from edge to edge, and below it how much of the list is shown. */
export function ListSurface({ table, empty, foot }: ListSurfaceProps) {
  return (
    <section className="rounded-medium border border-line bg-surface">
      {table ? (
        <>
          {/* Wide tables scroll sideways where they must; where they need not, their head stays in sight. */}
          <div className="relative px-4 lg:overflow-x-auto lg:px-1 min-[88rem]:overflow-visible min-[88rem]:[--below-header:4rem]">
            {table}
          </div>
          {foot}
        </>
      ) : (
        <div role="status">{empty}</div>
      )}
    </section>
  );
}
