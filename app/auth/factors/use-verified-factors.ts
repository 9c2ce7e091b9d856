import { useEffect, useState } from "react";
import type { Auth } from "#app/api/backend.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { type GivenFactors, verifiedFactors } from "./give-factor.ts";

type Asked = { kind: "waiting" } | { kind: "failed" } | { kind: "there"; factors: GivenFactors };

/** The factors an account can be asked for; `retry` asks again after a failure. */
export function useVerifiedFactors(auth: () => Promise<Auth>): Asked & { retry: () => void } {
  const [asked, setAsked] = useState<Asked>({ kind: "waiting" });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again; `auth` is the same all along.
  useEffect(() => {
    let isWanted = true;
    auth()
      .then(verifiedFactors)
      .then(
        (factors) => isWanted && setAsked({ kind: "there", factors }),
        (error: unknown) => {
          reportFailure(error);
          if (isWanted) setAsked({ kind: "failed" });
        },
      );
    return () => {
      isWanted = false;
    };
  }, [tries]);
  return {
    ...asked,
    retry() {
      setAsked({ kind: "waiting" });
      setTries(tries + 1);
    },
  };
}
