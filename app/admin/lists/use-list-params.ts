import { useCallback } from "react";
import { useSearchParams } from "react-router";
import type { ListParams, ListSort } from "#app/api/admin/list-page.ts";

/**
 * A list's filter, page and sort order. Stored in the URL, so that reload, Back and shared links show the
 * same rows.
 */
export type ListControls<Status extends string = string> = ListParams<Status> & {
  /** Changes parameters. Any change other than to the page returns to the first page. */
  change(params: Partial<ListParams> & { filters?: Readonly<Record<string, string>> }): void;
};

/**
 * @param statuses values that the status filter accepts. Other values in the URL are ignored.
 * @param sortColumns columns that the list can be sorted by. Other values in the URL are ignored.
 */
export function useListParams<Status extends string = never>(
  statuses: readonly Status[] = [],
  sortColumns: readonly string[] = [],
): ListControls<Status> {
  const [searchParams, setSearchParams] = useSearchParams();
  const page = Number(searchParams.get("page") ?? 1);
  const status = searchParams.get("status") ?? "";
  const sort = parseSort(searchParams.get("sort") ?? "");

  const change = useCallback<ListControls<Status>["change"]>(
    ({ sort: newSort, filters, ...params }) => {
      const values = {
        ...params,
        ...filters,
        ...(newSort === undefined ? {} : { sort: newSort ? formatSort(newSort) : "" }),
      };
      setSearchParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (params.page === undefined) {
            next.delete("page");
          }
          for (const [name, value] of Object.entries(values)) {
            const isDefault = value === "" || (name === "page" && value === 1);
            if (isDefault) {
              next.delete(name);
            } else {
              next.set(name, String(value));
            }
          }
          return next;
        },
        // Only a page change adds a history entry. Filter changes replace the current one.
        { replace: params.page === undefined, preventScrollReset: params.page === undefined },
      );
    },
    [setSearchParams],
  );

  return {
    search: searchParams.get("search") ?? "",
    status: statuses.find((value) => value === status) ?? "",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    sort: sort && sortColumns.includes(sort.column) ? sort : null,
    change,
  };
}

// Format in the URL: the column name, prefixed with a minus for descending order.
function parseSort(text: string): ListSort | null {
  const [, descending, column] = /^(-?)(\w+)$/.exec(text) ?? [];
  return column ? { column, ascending: descending === "" } : null;
}

function formatSort({ column, ascending }: ListSort): string {
  return `${ascending ? "" : "-"}${column}`;
}
