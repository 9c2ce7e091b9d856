import { type ComponentType, useEffect, useState } from "react";

/** A part of the page whose script comes when it is wanted. */
export type LatePart<Props> = {
  /** Fetches the script; once for all callers, again after a failure. */
  load: () => Promise<void>;
  /** The part, once its script is there. */
  get: () => ComponentType<Props> | null;
};

export function latePart<Props = object>(fetchPart: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  return {
    get: () => part,
    load() {
      loading ??= fetchPart().then(
        (fetched) => {
          part = fetched;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

/**
 * The part, or null until its script has arrived. Instead of lazy() and Suspense, which hold back for 300 ms what is
 * ready once a fallback has been shown. A failed script goes to the error boundary.
 */
export function useLatePart<Props>(part: LatePart<Props>): ComponentType<Props> | null {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [, showArrived] = useState(0);
  useEffect(() => {
    if (part.get()) return;
    part.load().then(
      () => showArrived((count) => count + 1),
      (error: unknown) => setFailure({ error }),
    );
  }, [part]);
  if (failure) throw failure.error;
  return part.get();
}
