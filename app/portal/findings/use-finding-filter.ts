import { useSearchParams } from "react-router";
import { type FindingFilter, parseFindingFilter } from "#domain/findings/finding-filter.ts";

/** The filter of the list of findings, which is stored in the URL. */
export function useFindingFilter(): {
  filter: FindingFilter;
  change: (params: Partial<Record<keyof FindingFilter, string>>) => void;
} {
  const [searchParams, setSearchParams] = useSearchParams();
  return {
    filter: parseFindingFilter(searchParams),
    change: (params) =>
      setSearchParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(params)) {
            if (value) {
              next.set(name, value);
            } else {
              next.delete(name);
            }
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
