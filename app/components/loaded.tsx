import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";
import { ApiError } from "#app/api/client/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { keepFocusInSection } from "#app/ui/overlays/remember-focus.ts";

/** Status of one query, or of several combined. */
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
  /** For a card displayed next to other cards. */
  isSmall?: boolean;
  children: (data: Data) => ReactNode;
};

/**
 * Renders a query's data, or its loading or error state with a Retry button. Loaded data remains visible if a
 * later refetch fails.
 */
export function Loaded<Data>({ query, loading, errorMessage, isSmall, children }: LoadedProps<Data>) {
  if (query.data !== undefined) {
    return children(query.data);
  }
  if (query.error && !query.isFetching) {
    return (
      <LoadError
        message={errorMessage}
        onRetry={(button) => {
          keepFocusInSection(button);
          query.refetch();
        }}
        reference={formatErrorReference(query.error)}
        isSmall={isSmall}
      />
    );
  }
  return loading;
}

/** The error state. When the device is offline, that is the likely cause. */
function LoadError({ message, ...state }: ComponentProps<typeof ErrorState>) {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
  return <ErrorState {...state} message={isOnline ? message : `You're offline. ${message}`} />;
}

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Combines two queries. Fails if either fails; Retry refetches only the failed ones. */
export function combineQueries<A, B>(first: Loadable<A>, second: Loadable<B>): Loadable<readonly [A, B]> {
  return {
    data: combineData(first.data, second.data),
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

function combineData<A, B>(firstData: A | undefined, secondData: B | undefined): readonly [A, B] | undefined {
  return firstData === undefined || secondData === undefined ? undefined : [firstData, secondData];
}

function formatErrorReference(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.isNetworkError) {
    return undefined;
  }
  return [error.status, error.code].filter(Boolean).join(" ");
}
