import { type ReactNode, useId, useState } from "react";
import { ListFilter } from "#app/ui/icons.tsx";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";

type FilterBarProps = {
  search: ReactNode;
  /** Number of filters that limit the list, without the search. */
  activeCount: number;
  /** The filters. On phones, a button shows them, two per row. One with `data-full-row` has its own row. */
  children: ReactNode;
};

/** The search and the filters of a list. */
export function FilterBar({ search, activeCount, children }: FilterBarProps) {
  const id = useId();
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <>
      <div className="flex w-full gap-3 sm:contents">
        {search}
        <Button
          className="shrink-0 sm:hidden"
          icon={<ListFilter aria-hidden="true" className="size-4" />}
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {activeCount > 0 ? `Filters (${activeCount})` : "Filters"}
        </Button>
      </div>
      <div
        id={id}
        className={classNames(
          "w-full gap-3 *:min-w-0 min-[360px]:grid-cols-2 *:odd:has-[+[data-full-row]]:col-span-full sm:contents",
          isExpanded ? "grid" : "hidden",
        )}
      >
        {children}
      </div>
    </>
  );
}
