import { useCallback } from "react";
import { type NavigateOptions, useSearchParams } from "react-router";

/** New values by parameter. An empty value removes the parameter. */
type ParamChanges = Readonly<Record<string, string>>;

/**
 * Returns the URL's parameters, and a function that changes some of them and keeps the others. React Router's setter starts
 * from the rendered parameters, so that a change before the next render would undo the previous one.
 */
export function useUrlParams(): {
  params: URLSearchParams;
  changeParams: (changes: ParamChanges, options?: NavigateOptions) => void;
} {
  const [params, setParams] = useSearchParams();
  const changeParams = useCallback(
    (changes: ParamChanges, options?: NavigateOptions) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) {
          next.set(name, value);
        } else {
          next.delete(name);
        }
      }
      setParams(next, { preventScrollReset: true, ...options });
    },
    [setParams],
  );
  return { params, changeParams };
}
