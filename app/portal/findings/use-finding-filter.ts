import { useUrlParams } from "#app/components/use-url-params.ts";
import { type FindingFilter, parseFindingFilter } from "#domain/findings/finding-filter.ts";

/** The filter of the list of findings, which is stored in the URL. */
export function useFindingFilter(): {
  filter: FindingFilter;
  change: (changes: Partial<Record<keyof FindingFilter, string>>) => void;
} {
  const { params, changeParams } = useUrlParams();
  return {
    filter: parseFindingFilter(params),
    change: (changes) => changeParams(changes, { replace: true }),
  };
}
