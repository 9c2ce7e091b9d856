import { useCallback, useSyncExternalStore } from "react";

/** The breakpoints in app.css below which tables become lists of cards. Printed pages always use tables. */
const MEDIA_QUERIES = {
  sm: "screen and (width < 640px)",
  lg: "screen and (width < 1024px)",
  xl: "screen and (width < 1280px)",
};

export type NarrowBelow = keyof typeof MEDIA_QUERIES;

export function useIsNarrow(below: NarrowBelow = "sm"): boolean {
  const query = MEDIA_QUERIES[below];
  const subscribe = useCallback(
    (onChange: () => void) => {
      const mediaQueryList = window.matchMedia(query);
      mediaQueryList.addEventListener("change", onChange);
      return () => mediaQueryList.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
