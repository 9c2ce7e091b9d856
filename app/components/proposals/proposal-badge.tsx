import { Badge } from "#app/ui/feedback/badge.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import {
  currentStatus,
  type ProposalStatus,
  proposalStatusBadge,
} from "#domain/proposals/proposal-status.ts";
import type { Tables } from "#supabase/database.types.ts";

/** The status of a proposal, including after its last day, before a job has stored that it expired. */
export function ProposalBadge({
  proposal,
}: {
  proposal: Pick<Tables<"proposals">, "status" | "valid_until">;
}) {
  const { label, tone } = proposalStatusBadge(getCurrentStatus(proposal));
  return <Badge tone={tone}>{label}</Badge>;
}

/** The status today in the firm's time zone. */
export function getCurrentStatus({
  status,
  valid_until: validUntil,
}: Pick<Tables<"proposals">, "status" | "valid_until">): ProposalStatus {
  return currentStatus({ status, validUntil }, firmToday(new Date()));
}
