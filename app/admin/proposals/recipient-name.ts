import type { Proposal } from "#app/api/shared/proposals.ts";

type Recipient = Pick<Proposal, "clients" | "contact_inquiries">;

/** Returns the company that a proposal is for, marked if it is not a client yet. */
export function getRecipientName({ clients, contact_inquiries: inquiry }: Recipient): string | null {
  return clients?.company ?? (inquiry && `${inquiry.company} (inquiry)`);
}
