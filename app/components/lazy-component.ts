import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";

/** A component whose script loads on demand. */
export type LazyComponent<Props> = {
  /** Loads the script once. Retries after a failure. */
  load: () => Promise<void>;
  /** The component, or null until its script has loaded. */
  get: () => ComponentType<Props> | null;
  /** Calls `onLoad` when the script has loaded. Returns a function that unsubscribes. */
  subscribe: (onLoad: () => void) => () => void;
};

export function createLazyComponent<Props = object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let component: ComponentType<Props> | null = null;
  let pendingImport: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => component,
    subscribe(onLoad) {
      listeners.add(onLoad);
      return () => listeners.delete(onLoad);
    },
    load() {
      pendingImport ??= importComponent().then(
        (imported) => {
          component = imported;
          for (const onLoad of listeners) {
            onLoad();
          }
        },
        (error: unknown) => {
          pendingImport = null;
          throw error;
        },
      );
      return pendingImport;
    },
  };
}

/**
 * Returns null until the script has loaded. Replaces lazy() and Suspense, which delay ready content for 300 ms after
 * showing a fallback. Loads nothing until `isNeeded`. A failed import is thrown to the error boundary.
 */
export function useLazyComponent<Props>(
  component: LazyComponent<Props>,
  { isNeeded = true }: { isNeeded?: boolean } = {},
): ComponentType<Props> | null {
  const loaded = useSyncExternalStore(component.subscribe, component.get, component.get);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (isNeeded) {
      component.load().catch((error: unknown) => setFailure({ error }));
    }
  }, [component, isNeeded]);
  if (failure) {
    throw failure.error;
  }
  return loaded;
}
