import { useCallback } from "react";
import { useSearchParams } from "react-router";
import type { ListParams, ListSort } from "#app/api/admin/list-page.ts";

/** Filter, page and order of a list. Stored in the URL, so that reload, Back and shared links show the same rows. */
export type ListControls = ListParams & {
  /** Changes parameters. Changing anything but the page returns to the first page. */
  change(params: Partial<ListParams> & { filters?: Readonly<Record<string, string>> }): void;
};

/**
 * @param statuses allowed values of the status filter. Others in the URL are ignored.
 * @param sortColumns columns the list can be sorted by. Others in the URL are ignored.
 */
export function useListParams(
  statuses: readonly string[] = [],
  sortColumns: readonly string[] = [],
): ListControls {
  const [parameters, setParameters] = useSearchParams();
  const page = Number(parameters.get("page") ?? 1);
  const status = parameters.get("status") ?? "";
  const sort = parseSort(parameters.get("sort") ?? "");

  const change = useCallback<ListControls["change"]>(
    ({ sort: newSort, filters, ...params }) => {
      const values = {
        ...params,
        ...filters,
        ...(newSort === undefined ? {} : { sort: newSort ? formatSort(newSort) : "" }),
      };
      setParameters(
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
        // Only changing the page adds a history entry. Filters replace the current one.
        { replace: params.page === undefined, preventScrollReset: params.page === undefined },
      );
    },
    [setParameters],
  );

  return {
    search: parameters.get("search") ?? "",
    status: statuses.includes(status) ? status : "",
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
