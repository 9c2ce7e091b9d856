import { useCallback } from "react";
import type { ListParams, ListSort } from "#app/api/admin/list-page.ts";
import { useUrlParams } from "#app/components/use-url-params.ts";

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
  const { params: urlParams, changeParams } = useUrlParams();
  const page = Number(urlParams.get("page") ?? 1);
  const status = urlParams.get("status") ?? "";
  const sort = parseSort(urlParams.get("sort") ?? "");

  const change = useCallback<ListControls<Status>["change"]>(
    ({ sort: newSort, filters, ...params }) => {
      const values = {
        ...params,
        ...filters,
        page: !params.page || params.page === 1 ? "" : String(params.page),
        ...(newSort === undefined ? {} : { sort: newSort ? formatSort(newSort) : "" }),
      };
      // Only a page change adds a history entry. Filter changes replace the current one.
      changeParams(values, {
        replace: params.page === undefined,
        preventScrollReset: params.page === undefined,
      });
    },
    [changeParams],
  );

  return {
    search: urlParams.get("search") ?? "",
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
