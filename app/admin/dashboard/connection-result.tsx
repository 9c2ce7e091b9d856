import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { squareStatusQuery } from "#app/api/admin/square-connection.ts";
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
  const [searchParams, setSearchParams] = useSearchParams();
  const [connectionResult] = useState(() => ({
    status: searchParams.get("oauth_status"),
    reason: (searchParams.get("message") || "unknown_error").replaceAll("_", " "),
  }));
  const queryClient = useQueryClient();

  useEffect(() => {
    if (connectionResult.status === null) {
      return;
    }
    setSearchParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("oauth_status");
        next.delete("message");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [connectionResult, setSearchParams]);

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
        <Banner tone="positive">Square account connected successfully!</Banner>
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
