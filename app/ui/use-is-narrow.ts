import { useSyncExternalStore } from "react";

/** Below this width tables become lists of cards; the `sm` breakpoint of app.css. */
const narrowScreen = "(width < 640px)";

function subscribe(onChange: () => void) {
  const query = window.matchMedia(narrowScreen);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(narrowScreen).matches,
    () => false,
  );
}
