import { type ComponentType, useEffect, useState } from "react";

/** A component whose script loads on demand. */
export type LazyComponent<Props> = {
  /** Loads the script once. Retries after a failure. */
  load: () => Promise<void>;
  /** The component, or null until its script has loaded. */
  get: () => ComponentType<Props> | null;
};

export function createLazyComponent<Props = object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let component: ComponentType<Props> | null = null;
  let pendingImport: Promise<void> | null = null;
  return {
    get: () => component,
    load() {
      pendingImport ??= importComponent().then(
        (imported) => {
          component = imported;
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
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [, setLoadCount] = useState(0);
  useEffect(() => {
    if (!isNeeded || component.get()) {
      return;
    }
    component.load().then(
      () => setLoadCount((count) => count + 1),
      (error: unknown) => setFailure({ error }),
    );
  }, [component, isNeeded]);
  if (failure) {
    throw failure.error;
  }
  return component.get();
}
