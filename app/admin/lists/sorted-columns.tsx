import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ListSort } from "#app/api/admin-list.ts";
import { classNames } from "#app/ui/class-names.ts";
import type { Column } from "#app/ui/table.tsx";
import type { ListAddress } from "./use-list-address.ts";

/** A column a list can be ordered by, where `sort` names what the backend calls it. */
export type ListColumn<Row> = Column<Row> & { sort?: string };

/** The columns with a button in the head of each that can be sorted by; pressing it again turns the order round. */
export function sortedColumns<Row>(
  columns: ReadonlyArray<ListColumn<Row>>,
  { sort, change }: Pick<ListAddress, "sort" | "change">,
): ReadonlyArray<Column<Row>> {
  return columns.map((column) => {
    if (!column.sort) return column;
    const isSorted = sort?.column === column.sort;
    return {
      ...column,
      ...(isSorted ? { sorted: sort.ascending ? ("ascending" as const) : ("descending" as const) } : {}),
      head: (
        <SortButton
          header={column.header}
          sort={isSorted ? sort : null}
          isEnd={column.align === "end"}
          onSort={() => change({ sort: nextSort(column, isSorted ? sort : null) })}
        />
      ),
    };
  });
}

/** Amounts begin with the largest, words with A; then the other way, then the list's own order again. */
function nextSort<Row>({ sort = "", align }: ListColumn<Row>, current: ListSort | null): ListSort | null {
  const begins = align !== "end";
  if (!current) return { column: sort, ascending: begins };
  return current.ascending === begins ? { column: sort, ascending: !begins } : null;
}

type SortButtonProps = { header: string; sort: ListSort | null; isEnd: boolean; onSort: () => void };

function SortButton({ header, sort, isEnd, onSort }: SortButtonProps) {
  const Icon = sort ? (sort.ascending ? ArrowUp : ArrowDown) : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={classNames(
        "inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-small hover:text-text",
        isEnd && "flex-row-reverse",
        sort && "text-text",
      )}
    >
      {header}
      <Icon aria-hidden="true" className={classNames("size-3.5", sort ? "text-accent" : "text-faint")} />
    </button>
  );
}
