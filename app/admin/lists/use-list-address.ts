import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** What narrows a list. It stands in the address, so that a reload, Back and a shared link show the same list. */
export type ListAddress = {
  search: string;
  status: string;
  /** Counted from 1. */
  page: number;
  /** Changes some of it; another search or status begins at the first page. */
  change(wanted: { search?: string; status?: string; page?: number }): void;
};

/** @param statuses what the list can be narrowed to; any other status in the address counts as none. */
export function useListAddress(statuses: readonly string[] = []): ListAddress {
  const [parameters, setParameters] = useSearchParams();
  const wantedPage = Number(parameters.get("page") ?? 1);
  const status = parameters.get("status") ?? "";

  const change = useCallback<ListAddress["change"]>(
    (wanted) => {
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          if (wanted.page === undefined) next.delete("page");
          for (const [name, value] of Object.entries(wanted)) {
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
    change,
  };
}
