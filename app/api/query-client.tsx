import { MutationCache, QueryCache, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Answers } from "#app/api/answers.ts";
import { ApiFailure } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";
import { reportFailure } from "#app/api/report-failure.ts";

const MOST_RETRIES = 2;
/** Milliseconds in which an answer counts as fresh: switching sections back and forth asks nothing. */
const FRESH = 30_000;

const clients = new Map<House, QueryClient>();

/** A house's answers, kept for the page load. */
export function queryClient(house: House): QueryClient {
  const made = clients.get(house) ?? makeQueryClient();
  clients.set(house, made);
  return made;
}

export function DataProvider({ house, children }: { house: House; children: ReactNode }) {
  return <QueryClientProvider client={queryClient(house)}>{children}</QueryClientProvider>;
}

function makeQueryClient(): QueryClient {
  return new Answers({
    queryCache: new QueryCache({ onError: reportFailure }),
    mutationCache: new MutationCache({ onError: reportFailure }),
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        retry: (failures, error) => failures < MOST_RETRIES && error instanceof ApiFailure && error.isPassing,
        retryDelay: (attempt) => 300 * 2 ** attempt,
        // A failed question is shown as failed even without a network, instead of waiting for it in silence.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
