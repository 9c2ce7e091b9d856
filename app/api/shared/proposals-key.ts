import type { QueryClient } from "@tanstack/react-query";

// In a module of its own, so that the portal's other sections don't load the schema of proposals.

/** Query key prefix for all data about proposals, milestones and planned payments. */
export const PROPOSALS_KEY = "proposals";

/** Refetches everything about proposals after a change. */
export function refetchProposals(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [PROPOSALS_KEY] });
}
