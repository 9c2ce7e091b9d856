import type { ReactNode } from "react";
import type { ListPage } from "#app/api/admin/list-page.ts";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { type CellLayout, Table } from "#app/ui/data-display/table.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { SearchX } from "#app/ui/icons.tsx";
import { pluralize } from "#domain/text/pluralize.ts";
import { ListFooter } from "./list-footer.tsx";
import { ListSurface } from "./list-surface.tsx";
import { type ListColumn, sortableColumns } from "./sortable-columns.tsx";
import type { ListControls } from "./use-list-params.ts";

/** Width in px below which a list shows cards. */
export const DEFAULT_CARDS_BELOW = 800;

export type ListTableProps<Row> = {
  /** Singular noun in lower case, such as "client". */
  noun: string;
  /** Overrides for the texts generated from `noun`. `label` is the table's accessible name. */
  texts?: Partial<Record<"label" | "loading" | "error" | "notFound", string>>;
  page: Loadable<ListPage<Row>> & { isPlaceholderData?: boolean };
  /** Sort order and page. Without them, all rows are shown in one page. */
  controls?: Pick<ListControls, "sort" | "change">;
  columns: ReadonlyArray<ListColumn<Row>>;
  rowKey: (row: Row) => string;
  /** Content of an expanded row; null when the row is collapsed. */
  renderDetail?: (row: Row) => ReactNode;
  /** Replaces the title and the details of a card with fewer lines. */
  renderCard?: (row: Row) => ReactNode;
  cardsBelow?: number;
  /** Replaces `cardsBelow`. */
  layout?: CellLayout;
  loadingRows?: number;
  isFiltered?: boolean;
  /** Shown when no row matches the filter. */
  notFoundHint?: string;
  /** Offers other filters when no row matches. */
  notFoundAction?: ReactNode;
  /** Shown when there are no rows at all. */
  empty?: ReactNode;
};

/** Table with a footer, or its loading, error or empty state. */
export function ListTable<Row>({
  noun,
  texts,
  page,
  controls,
  columns,
  cardsBelow = DEFAULT_CARDS_BELOW,
  loadingRows = 6,
  isFiltered = false,
  notFoundHint = "Try adjusting your filters",
  notFoundAction,
  empty = null,
  ...table
}: ListTableProps<Row>) {
  const { label, loading, error, notFound } = { ...createListTexts(noun), ...texts };
  return (
    <Loaded query={page} errorMessage={error} loading={<Loading text={loading} rows={loadingRows} />}>
      {(loaded) => (
        <ListSurface
          table={
            loaded.rows.length > 0 && (
              <Table
                {...table}
                label={label}
                cardsBelow={cardsBelow}
                columns={controls ? sortableColumns(columns, controls) : columns}
                rows={loaded.rows}
              />
            )
          }
          empty={
            // While the rows of a new filter load, the list shows those of the previous one.
            isFiltered || page.isPlaceholderData ? (
              <EmptyState
                icon={<SearchX className="size-6" />}
                title={notFound}
                hint={notFoundHint}
                action={notFoundAction}
              />
            ) : (
              empty
            )
          }
          footer={
            <ListFooter
              page={loaded}
              noun={noun}
              onPage={controls && ((newPage) => controls.change({ page: newPage }))}
            />
          }
        />
      )}
    </Loaded>
  );
}

function createListTexts(noun: string) {
  const plural = pluralize(noun);
  return {
    label: `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`,
    loading: `Loading ${plural}...`,
    error: `We couldn't load the ${plural}.`,
    notFound: `No ${plural} found`,
  };
}
