import type { ReactNode } from "react";
import { ApiFailure } from "#app/api/failure.ts";
import { FailedState } from "#app/ui/failed-state.tsx";

/** What a query or several together are at: waiting, failed, or there. */
export type Loadable<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

type LoadedProps<Data> = {
  query: Loadable<Data>;
  /** Drawn while waiting: the shape of what comes. */
  loading: ReactNode;
  /** What failed, in plain words. */
  failed: string;
  /** Of a card beside others. */
  isSmall?: boolean;
  children: (data: Data) => ReactNode;
};

/**
 * Draws content once it is there. A failed list is not an empty list: it says so and offers Retry. Content that is
 * there stays when a later refresh fails.
 */
export function Loaded<Data>({ query, loading, failed, isSmall, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error && !query.isFetching)
    return (
      <FailedState
        what={failed}
        onRetry={() => query.refetch()}
        reference={referenceOf(query.error)}
        isSmall={isSmall}
      />
    );
  return loading;
}

/** Two queries as one: there when both are, failed when one is; Retry asks only what failed. */
export function both<A, B>(one: Loadable<A>, other: Loadable<B>): Loadable<readonly [A, B]> {
  return {
    data: pair(one.data, other.data),
    error: one.error ?? other.error,
    isFetching: one.isFetching || other.isFetching,
    refetch: () => {
      for (const query of [one, other]) if (query.error) query.refetch();
    },
  };
}

function pair<A, B>(one: A | undefined, other: B | undefined): readonly [A, B] | undefined {
  return one === undefined || other === undefined ? undefined : [one, other];
}

function referenceOf(error: Error): string | undefined {
  if (!(error instanceof ApiFailure) || error.isUnanswered) return undefined;
  return [error.status, error.code].filter(Boolean).join(" ");
}
