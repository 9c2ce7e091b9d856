import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { squareStatusQuery } from "#app/api/admin/square-connection.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";

/** Delay before reloading the connection status after a successful connect. */
const RELOAD_DELAY_MS = 1000;

/** Result of Square's consent page. Removed from the URL, so that a reload does not show it again. */
export function ConnectionResult() {
  const [parameters, setParameters] = useSearchParams();
  const [result] = useState(() => ({
    status: parameters.get("oauth_status"),
    reason: (parameters.get("message") || "unknown_error").replaceAll("_", " "),
  }));
  const queryClient = useQueryClient();

  useEffect(() => {
    if (result.status === null) {
      return;
    }
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("oauth_status");
        next.delete("message");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [result, setParameters]);

  useEffect(() => {
    if (result.status !== "success") {
      return;
    }
    const timer = setTimeout(() => {
      void queryClient.invalidateQueries(squareStatusQuery());
    }, RELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [result, queryClient]);

  if (result.status === "success") {
    return (
      <div className="mb-6">
        <Banner tone="positive">Square account connected successfully!</Banner>
      </div>
    );
  }
  if (result.status === "error") {
    return (
      <div className="mb-6">
        <Banner tone="negative">OAuth failed: {result.reason}</Banner>
      </div>
    );
  }
  return null;
}
