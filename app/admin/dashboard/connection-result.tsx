import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { squareStatusQuery } from "#app/api/admin/square-connection.ts";
import { useUrlParams } from "#app/components/use-url-params.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";

/** Delay before reloading the connection status after connecting to Square. */
const RELOAD_DELAY_MS = 1000;

/** How to resolve a connection error, by its displayed text. */
const CONNECT_ERROR_DETAILS = new Map([
  [
    "unsupported currency",
    "The portal supports only Square accounts in US dollars. Connect an account whose currency is USD.",
  ],
]);

/**
 * Shows the result of Square's consent page and removes it from the URL, so that a reload does not show it
 * again.
 */
export function ConnectionResult() {
  const { params, changeParams } = useUrlParams();
  const [connectionResult] = useState(() => ({
    status: params.get("oauth_status"),
    reason: (params.get("message") || "unknown_error").replaceAll("_", " "),
  }));
  const queryClient = useQueryClient();

  useEffect(() => {
    if (connectionResult.status === null) {
      return;
    }
    changeParams({ oauth_status: "", message: "" }, { replace: true });
  }, [connectionResult, changeParams]);

  useEffect(() => {
    if (connectionResult.status !== "success") {
      return;
    }
    const timer = setTimeout(() => {
      void queryClient.invalidateQueries(squareStatusQuery());
    }, RELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [connectionResult, queryClient]);

  if (connectionResult.status === "success") {
    return (
      <div className="mb-6">
        <Banner
          tone="positive"
          action={
            <ButtonLink size="small" to="/admin/square">
              Go to Square
            </ButtonLink>
          }
        >
          Square account connected successfully!
        </Banner>
      </div>
    );
  }
  if (connectionResult.status === "error") {
    return (
      <div className="mb-6">
        <Banner tone="negative" details={CONNECT_ERROR_DETAILS.get(connectionResult.reason)}>
          OAuth failed: {connectionResult.reason}
        </Banner>
      </div>
    );
  }
  return null;
}
