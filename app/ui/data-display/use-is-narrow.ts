import { useCallback, useSyncExternalStore } from "react";

/** Breakpoints of app.css below which a table becomes a list of cards. Print always uses the table. */
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
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
