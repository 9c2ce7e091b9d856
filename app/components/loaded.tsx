import type { ReactNode } from "react";
import { ApiError } from "#app/api/client/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";

/** State of one query, or of several combined. */
export type Loadable<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

type LoadedProps<Data> = {
  query: Loadable<Data>;
  /** Placeholder with the shape of the content. */
  loading: ReactNode;
  errorMessage: string;
  /** For a card next to other cards. */
  isSmall?: boolean;
  children: (data: Data) => ReactNode;
};

/**
 * Renders the data of a query, or its loading or error state with a Retry button. Loaded data remains visible when a
 * later refresh fails.
 */
export function Loaded<Data>({ query, loading, errorMessage, isSmall, children }: LoadedProps<Data>) {
  if (query.data !== undefined) {
    return children(query.data);
  }
  if (query.error && !query.isFetching) {
    return (
      <ErrorState
        message={errorMessage}
        onRetry={() => query.refetch()}
        reference={errorReference(query.error)}
        isSmall={isSmall}
      />
    );
  }
  return loading;
}

/** Combines two queries. Fails when either does; Retry repeats only the failed ones. */
export function combineQueries<A, B>(first: Loadable<A>, second: Loadable<B>): Loadable<readonly [A, B]> {
  return {
    data: pair(first.data, second.data),
    error: first.error ?? second.error,
    isFetching: first.isFetching || second.isFetching,
    refetch: () => {
      for (const query of [first, second]) {
        if (query.error) {
          query.refetch();
        }
      }
    },
  };
}

function pair<A, B>(firstData: A | undefined, secondData: B | undefined): readonly [A, B] | undefined {
  return firstData === undefined || secondData === undefined ? undefined : [firstData, secondData];
}

function errorReference(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.isNetworkError) {
    return undefined;
  }
  return [error.status, error.code].filter(Boolean).join(" ");
}
