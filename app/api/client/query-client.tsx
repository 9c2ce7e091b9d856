import { MutationCache, QueryCache, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { setAreaCache } from "#app/api/client/area-cache.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { RefetchingQueryClient } from "#app/api/client/refetching-query-client.ts";

const MAX_RETRIES = 2;
/** Data younger than this is not refetched when the user switches between sections. */
const STALE_TIME_MS = 30_000;

const clients = new Map<Area, QueryClient>();

/** Returns the query client of an area. There is one per area and page load. */
export function getQueryClient(area: Area): QueryClient {
  const client = clients.get(area) ?? createQueryClient();
  clients.set(area, client);
  setAreaCache(area, client);
  return client;
}

export function QueryProvider({ area, children }: { area: Area; children: ReactNode }) {
  return <QueryClientProvider client={getQueryClient(area)}>{children}</QueryClientProvider>;
}

function createQueryClient(): QueryClient {
  return new RefetchingQueryClient({
    queryCache: new QueryCache({ onError: logRequestError }),
    mutationCache: new MutationCache({ onError: logRequestError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.isRetryable,
        retryDelay: (attempt) => 300 * 2 ** attempt,
        // Report an error when offline instead of pausing the query.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
