/** The customer in Square that a plan or an invoice is billed to. */
export type Payer = { payer_name: string | null; payer_email: string | null };

/** Formats the name and email address of the customer in Square. */
export function payerLabel({ payer_name, payer_email }: Payer): string {
  if (payer_name && payer_email) {
    return `${payer_name} (${payer_email})`;
  }
  return payer_name ?? payer_email ?? "Unnamed customer";
}

/** Whether Square has a name or an email address of the customer. */
export function isKnownPayer({ payer_name, payer_email }: Payer): boolean {
  return payer_name !== null || payer_email !== null;
}
