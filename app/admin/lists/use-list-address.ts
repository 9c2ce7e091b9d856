import { useCallback } from "react";
import { useSearchParams } from "react-router";
import type { ListSort, ListWanted } from "#app/api/admin-list.ts";

/** What narrows and orders a list. It stands in the address, so that a reload, Back and a shared link show the same. */
export type ListAddress = ListWanted & {
  /** Changes some of it; another search, status or order begins at the first page. */
  change(wanted: { search?: string; status?: string; page?: number; sort?: ListSort | null }): void;
};

/**
 * @param statuses what the list can be narrowed to; any other status in the address counts as none.
 * @param sorts the columns it can be ordered by; any other counts as the list's own order.
 */
export function useListAddress(statuses: readonly string[] = [], sorts: readonly string[] = []): ListAddress {
  const [parameters, setParameters] = useSearchParams();
  const wantedPage = Number(parameters.get("page") ?? 1);
  const status = parameters.get("status") ?? "";
  const sort = sortOf(parameters.get("sort") ?? "");

  const change = useCallback<ListAddress["change"]>(
    ({ sort: order, ...wanted }) => {
      const texts = { ...wanted, ...(order === undefined ? {} : { sort: order ? textOf(order) : "" }) };
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          if (wanted.page === undefined) next.delete("page");
          for (const [name, value] of Object.entries(texts)) {
            const isDefault = value === "" || (name === "page" && value === 1);
            if (isDefault) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        // A page turned is a place to come back to; a letter typed is not.
        { replace: wanted.page === undefined, preventScrollReset: wanted.page === undefined },
      );
    },
    [setParameters],
  );

  return {
    search: parameters.get("search") ?? "",
    status: statuses.includes(status) ? status : "",
    page: Number.isSafeInteger(wantedPage) && wantedPage > 0 ? wantedPage : 1,
    sort: sort && sorts.includes(sort.column) ? sort : null,
    change,
  };
}

// In the address: the column's name, with a minus before it when the largest comes first.
function sortOf(text: string): ListSort | null {
  const [, descending, column] = /^(-?)(\w+)$/.exec(text) ?? [];
  return column ? { column, ascending: descending === "" } : null;
}

function textOf({ column, ascending }: ListSort): string {
  return `${ascending ? "" : "-"}${column}`;
}
