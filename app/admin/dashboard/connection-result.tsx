import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { squareStatus } from "#app/api/admin-square.ts";
import { Banner } from "#app/ui/banner.tsx";

/** Milliseconds after which the status is asked again, so that the new connection is there (specification section 4). */
const RELOAD_AFTER = 1000;

/** How the visit at Square's consent page ended. The answer is taken out of the address: a reload tells it no more. */
export function ConnectionResult() {
  const [parameters, setParameters] = useSearchParams();
  const [result] = useState(() => ({
    status: parameters.get("oauth_status"),
    reason: (parameters.get("message") || "unknown_error").replaceAll("_", " "),
  }));
  const queryClient = useQueryClient();

  useEffect(() => {
    if (result.status === null) return;
    setParameters(
      (current) => {
        const rest = new URLSearchParams(current);
        rest.delete("oauth_status");
        rest.delete("message");
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [result, setParameters]);

  useEffect(() => {
    if (result.status !== "success") return;
    const timer = setTimeout(() => {
      void queryClient.invalidateQueries(squareStatus());
    }, RELOAD_AFTER);
    return () => clearTimeout(timer);
  }, [result, queryClient]);

  if (result.status === "success")
    return (
      <div className="mb-6">
        <Banner tone="positive">Square account connected successfully!</Banner>
      </div>
    );
  if (result.status === "error")
    return (
      <div className="mb-6">
        <Banner tone="negative">OAuth failed: {result.reason}</Banner>
      </div>
    );
  return null;
}
