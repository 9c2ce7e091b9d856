import type { OwnProposal } from "#app/api/portal/proposals.ts";
import { compareDates } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { currentStatus, isOpenProposal, proposalStatusBadge } from "#domain/proposals/proposal-status.ts";
import type { StatusBadge } from "#domain/status.ts";

type Validity = Pick<OwnProposal, "status" | "valid_until">;

/** The status of a proposal as the client reads it. Open proposals wait for the client. */
export function ownStatusBadge({ status, valid_until: validUntil }: Validity): StatusBadge {
  const today = firmToday(new Date());
  return isOpenProposal({ status, validUntil }, today)
    ? { label: "Waiting for your decision", tone: "warning" }
    : proposalStatusBadge(currentStatus({ status, validUntil }, today));
}

/** Whether the client can accept a proposal today. */
export function canDecide({ status, valid_until: validUntil }: Validity): boolean {
  return isOpenProposal({ status, validUntil }, firmToday(new Date()));
}

/** The proposals that can be accepted today, the one that expires first at the start. */
export function listOpenProposals<Proposal extends Validity>(proposals: readonly Proposal[]): Proposal[] {
  return proposals
    .filter(canDecide)
    .toSorted((one, other) => compareDates(one.valid_until, other.valid_until));
}
