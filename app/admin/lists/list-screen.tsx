import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { ListPage } from "#app/api/admin-list.ts";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { Table } from "#app/ui/table.tsx";
import type { NarrowBelow } from "#app/ui/use-is-narrow.ts";
import { pluralOf } from "#domain/counted.ts";
import { ListFoot } from "./list-foot.tsx";
import { ListSearch } from "./list-search.tsx";
import { ListSurface } from "./list-surface.tsx";
import { SortSelect } from "./sort-select.tsx";
import { type ListColumn, sortedColumns } from "./sorted-columns.tsx";
import type { ListAddress } from "./use-list-address.ts";

type ListScreenProps<Row> = {
  /** What is listed, one of it and small: "client". */
  noun: string;
  address: ListAddress;
  page: Loadable<ListPage<Row>>;
  columns: ReadonlyArray<ListColumn<Row>>;
  rowKey: (row: Row) => string;
  cardsBelow?: NarrowBelow;
  /** What the search looks into; none without it. */
  searches?: string;
  filter?: { label: string; placeholder: string; options: readonly { value: string; label: string }[] };
  /** Beside search and filter. */
  tools?: ReactNode;
  /** Whether anything beyond the address narrows the list. */
  isNarrowed?: boolean;
  /** What to try when nothing was found. */
  adjust?: string;
  /** Drawn where the list is truly empty. */
  empty: ReactNode;
};

/** Search, filter, table and pages of one of the administrator's lists; the address holds what narrows it. */
export function ListScreen<Row>({
  noun,
  address,
  page,
  columns,
  rowKey,
  cardsBelow = "lg",
  searches,
  filter,
  tools,
  isNarrowed = false,
  adjust = "Try adjusting your filters",
  empty,
}: ListScreenProps<Row>) {
  const { search, status, change } = address;
  const nouns = pluralOf(noun);
  const label = `${nouns.charAt(0).toUpperCase()}${nouns.slice(1)}`;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        {searches && (
          <ListSearch label={searches} value={search} onSearch={(text) => change({ search: text })} />
        )}
        {filter && (
          <BareSelect
            aria-label={filter.label}
            placeholder={filter.placeholder}
            options={filter.options}
            value={status}
            onChange={(event) => change({ status: event.currentTarget.value })}
          />
        )}
        <SortSelect columns={columns} address={address} />
        {tools}
      </div>
      <Loaded
        query={page}
        failed={`The ${nouns} could not be loaded.`}
        loading={<Loading text={`Loading ${nouns}...`} rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={
              found.rows.length > 0 && (
                <Table
                  label={label}
                  cardsBelow={cardsBelow}
                  columns={sortedColumns(columns, address)}
                  rows={found.rows}
                  rowKey={rowKey}
                />
              )
            }
            empty={
              search || status || isNarrowed ? (
                <EmptyState icon={<SearchX className="size-6" />} title={`No ${nouns} found`} hint={adjust} />
              ) : (
                empty
              )
            }
            foot={<ListFoot page={found} noun={noun} onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
    </>
  );
}
