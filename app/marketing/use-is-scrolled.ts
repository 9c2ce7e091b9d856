import { useSyncExternalStore } from "react";

/** Pixels of scroll past which the header is opaque (specification section 9). */
const opaquePast = 20;

function subscribe(onChange: () => void) {
  window.addEventListener("scroll", onChange, { passive: true });
  return () => window.removeEventListener("scroll", onChange);
}

export function useIsScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > opaquePast,
    () => false,
  );
}
