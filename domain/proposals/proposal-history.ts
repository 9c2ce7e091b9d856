import { brand } from "#brand";
import type { ClosedSets } from "#supabase/database.types.ts";

export type ProposalAction = ClosedSets["proposal_events.action"];

const ACTION_LABELS: Readonly<Record<ProposalAction, string>> = {
  sent: "Sent",
  viewed: "Viewed",
  accepted: "Accepted",
  declined: "Declined",
  expired: "Expired",
  withdrawn: "Withdrawn",
};

type ProposalEvent = {
  action: ProposalAction;
  actorRole: ClosedSets["proposal_events.actor_role"];
  /** Empty for administrators and the system. */
  actor: string;
};

/** Describes an event, such as "Viewed by Ada Moreno", "Sent by Wardline" or "Expired". */
export function describeProposalEvent({ action, actorRole, actor }: ProposalEvent): string {
  const name = actorRole === "admin" ? brand.name : actor;
  return name ? `${ACTION_LABELS[action]} by ${name}` : ACTION_LABELS[action];
}
