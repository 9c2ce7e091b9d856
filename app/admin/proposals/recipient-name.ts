import type { Proposal } from "#app/api/shared/proposals.ts";

type Recipient = Pick<Proposal, "clients" | "contact_inquiries">;

/** Returns the company that a proposal is for: the client, or the inquirer who is not a client yet. */
export function getRecipientCompany({ clients, contact_inquiries: inquiry }: Recipient): string | null {
  return clients?.company ?? inquiry?.company ?? null;
}

/** Returns the company that a proposal is for, marked if it is not a client yet. */
export function getRecipientName(recipient: Recipient): string | null {
  const company = getRecipientCompany(recipient);
  return company && !recipient.clients ? `${company} (inquiry)` : company;
}
