import type { ListSort } from "#app/api/admin/list-page.ts";
import { classNames } from "#app/ui/class-names.ts";
import type { Column } from "#app/ui/data-display/table.tsx";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "#app/ui/icons.tsx";
import type { ListControls } from "./use-list-params.ts";

/**
 * A table column. `sort` is the database column to sort by, and `sortOrders` names its ascending and descending order for
 * `SortSelect`.
 */
export type ListColumn<Row> = Column<Row> & { sort?: string; sortOrders?: SortOrders };

type SortOrders = readonly [ascending: string, descending: string];
export const DATE_ORDERS: SortOrders = ["earliest first", "latest first"];
export const AGE_ORDERS: SortOrders = ["oldest first", "newest first"];
export const NUMBER_ORDERS: SortOrders = ["lowest first", "highest first"];
export const AMOUNT_ORDERS: SortOrders = ["smallest first", "largest first"];
export const TEXT_ORDERS: SortOrders = ["A to Z", "Z to A"];

/** Adds a sort button to the header of each sortable column. */
export function sortableColumns<Row>(
  columns: ReadonlyArray<ListColumn<Row>>,
  { sort, change }: Pick<ListControls, "sort" | "change">,
): ReadonlyArray<Column<Row>> {
  return columns.map((column) => {
    if (!column.sort) {
      return column;
    }
    const isSorted = sort?.column === column.sort;
    return {
      ...column,
      ...(isSorted ? { sorted: sort.ascending ? ("ascending" as const) : ("descending" as const) } : {}),
      headerContent: (
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

/**
 * Cycles through the initial, reversed and default order. Amounts initially sort in descending order, text in
 * ascending order.
 */
function nextSort<Row>({ sort = "", align }: ListColumn<Row>, current: ListSort | null): ListSort | null {
  const startsAscending = align !== "end";
  if (!current) {
    return { column: sort, ascending: startsAscending };
  }
  return current.ascending === startsAscending ? { column: sort, ascending: !startsAscending } : null;
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
