import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { useHiddenColumns } from "#app/ui/data-display/table.tsx";
import { useCellLayout } from "#app/ui/data-display/use-cell-layout.ts";
import { rememberSection } from "#app/ui/focus-substitute.ts";
import { FilterBar } from "#app/ui/forms/filter-bar.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { MeasuredWidth } from "#app/ui/layout/measured-width.tsx";
import { pluralize } from "#domain/text/pluralize.ts";
import { ListSearch } from "./list-search.tsx";
import { DEFAULT_CARDS_BELOW, ListTable, type ListTableProps } from "./list-table.tsx";
import { SortSelect } from "./sort-select.tsx";
import type { ListControls } from "./use-list-params.ts";

type ListScreenProps<Row> = ListTableProps<Row> & {
  controls: ListControls;
  /** Search field label. Without it, the list has no search. */
  searchLabel?: string;
  filter?: {
    label: string;
    placeholder: string;
    options: readonly { value: string; label: string }[];
    /** The option that matches all rows, for a list that shows only some of them by default. */
    allOption?: string;
  };
  /** Shown next to the search field and the filter. */
  tools?: ReactNode;
  /** Number of active filters in `tools`. */
  activeToolCount?: number;
  /** URL parameters of the filters other than search and status. */
  filterParams?: readonly string[];
  /** The order of the rows if they are not sorted by a column, such as "newest". */
  defaultOrder?: string;
  /** An action for the rows that match the filters, at the end of their line. */
  action?: ReactNode;
  /** Whether a filter other than search and status is active. */
  isFiltered?: boolean;
};

/** List with search, filters, sorting and pagination. Its state is stored in the URL. */
export function ListScreen<Row>(screen: ListScreenProps<Row>) {
  return (
    <MeasuredWidth>
      <ListContent {...screen} />
    </MeasuredWidth>
  );
}

function ListContent<Row>({
  searchLabel,
  filter,
  tools,
  activeToolCount = 0,
  filterParams = [],
  isFiltered = activeToolCount > 0,
  defaultOrder = "newest",
  action,
  cardsBelow = DEFAULT_CARDS_BELOW,
  ...list
}: ListScreenProps<Row>) {
  const { columns, controls } = list;
  const { search, status, sort, change } = controls;
  const layout = useCellLayout(cardsBelow);
  const hiddenKeys = useHiddenColumns(columns);
  const isSortedByHiddenColumn = columns.some(
    ({ key, sort: column }) => column && column === sort?.column && hiddenKeys.has(key),
  );
  const searchField = searchLabel && (
    <ListSearch label={searchLabel} value={search} onSearch={(text) => change({ search: text })} />
  );
  const filters = (
    <>
      {filter && (
        <UnlabeledSelect
          aria-label={filter.label}
          placeholder={filter.placeholder}
          options={filter.options}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      )}
      {tools}
      {(layout === "card" || isSortedByHiddenColumn) && (
        <SortSelect columns={columns} controls={controls} defaultOrder={defaultOrder} />
      )}
    </>
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        {searchField ? (
          <FilterBar search={searchField} activeCount={activeToolCount + (status === "" ? 0 : 1)}>
            {filters}
          </FilterBar>
        ) : (
          <div className="grid w-full gap-3 *:min-w-0 min-[360px]:grid-cols-2 *:only:col-span-full *:odd:has-[+[data-full-row]]:col-span-full sm:contents">
            {filters}
          </div>
        )}
        {action && <div className="flex sm:ml-auto">{action}</div>}
      </div>
      <ListTable
        {...list}
        layout={layout}
        isFiltered={search !== "" || status !== "" || isFiltered}
        notFoundAction={
          <div className="flex flex-wrap justify-center gap-3">
            <EmptyListButton
              onPress={() =>
                change({
                  search: "",
                  status: "",
                  filters: Object.fromEntries(filterParams.map((name) => [name, ""])),
                })
              }
            >
              {status === "" && !isFiltered ? "Clear search" : "Clear filters"}
            </EmptyListButton>
            {search !== "" && filter?.allOption && status !== filter.allOption && (
              <EmptyListButton onPress={() => change({ status: filter.allOption ?? "" })}>
                Search all {pluralize(list.noun)}
              </EmptyListButton>
            )}
          </div>
        }
      />
    </>
  );
}

type EmptyListButtonProps = { children: ReactNode; onPress: () => void };

/** A button that disappears as soon as the list has rows, so it moves the focus before. */
function EmptyListButton({ children, onPress }: EmptyListButtonProps) {
  return (
    <Button
      onClick={({ currentTarget }) => {
        rememberSection(currentTarget)()?.focus({ preventScroll: true });
        onPress();
      }}
    >
      {children}
    </Button>
  );
}
