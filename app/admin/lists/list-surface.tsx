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
    <section className="group/list rounded-medium border border-line bg-surface">
      {table ? (
        <>
          {/* Lines are as wide as the list, so its outer cells have padding. Cards do not. The header is sticky from 88rem. Below it, a table that does not fit scrolls horizontally. */}
          <div className="relative overflow-x-auto px-4 has-[table]:px-0 [&_:is(th,td):first-child]:pl-2.5 2xl:[&_:is(th,td):first-child]:pl-3 [&_:is(th,td):last-child]:pr-2.5 2xl:[&_:is(th,td):last-child]:pr-3 [&_[data-cards]]:border-t-0 max-2xl:[&_:is(th,td)]:px-1.5 max-2xl:[&_table]:text-13 min-[88rem]:overflow-visible min-[88rem]:[--below-header:4rem]">
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
