import { useEffect, useState } from "react";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import type { SupabaseAuth } from "#app/api/client/supabase.ts";
import { listVerifiedFactors, type VerifiedFactors } from "./verify-factor.ts";

type LoadState = { kind: "loading" } | { kind: "failed" } | { kind: "loaded"; factors: VerifiedFactors };

/** Loads the account's verified factors. */
export function useVerifiedFactors(auth: () => Promise<SupabaseAuth>): LoadState & { retry: () => void } {
  const [loadState, setLoadState] = useState<LoadState>({ kind: "loading" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers a retry; `auth` never changes.
  useEffect(() => {
    let isMounted = true;
    auth()
      .then(listVerifiedFactors)
      .then(
        (factors) => isMounted && setLoadState({ kind: "loaded", factors }),
        (error: unknown) => {
          logRequestError(error);
          if (isMounted) {
            setLoadState({ kind: "failed" });
          }
        },
      );
    return () => {
      isMounted = false;
    };
  }, [attempt]);
  return {
    ...loadState,
    retry() {
      setLoadState({ kind: "loading" });
      setAttempt(attempt + 1);
    },
  };
}
