import { useCallback, useSyncExternalStore } from "react";

/** Breakpoints of app.css below which a table becomes a list of cards. Paper has room for a table, and no thumbs. */
const narrowerThan = {
  sm: "screen and (width < 640px)",
  lg: "screen and (width < 1024px)",
  xl: "screen and (width < 1280px)",
};

export type NarrowBelow = keyof typeof narrowerThan;

export function useIsNarrow(below: NarrowBelow = "sm"): boolean {
  const query = narrowerThan[below];
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
