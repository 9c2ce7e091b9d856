/** What the product keeps of an inquiry; the message says which entry of the ledger it is. */
export type StoredInquiry = { reference: string; message: string };

/** `retryAfter`: the header of that name, null where there is none. */
export type LedgerAnswer = { status: number | "no answer"; ms: number; retryAfter: string | null };

/** What was acknowledged, noted outside the product: the measure of what it may not lose. */
export type Ledger = {
  /** Sends an inquiry, from an address of its own behind a trusted proxy; notes its reference when it is answered with 200. */
  inquire(url: string): Promise<LedgerAnswer>;
  acknowledged: readonly string[];
  /** What is wrong with `stored`: acknowledged and not there, or sent once and there more than once. */
  differences(stored: readonly StoredInquiry[]): string[];
};

/** Begins an empty ledger. */
export function aLedger(): Ledger {
  const acknowledged: string[] = [];
  let sent = 0;
  return {
    acknowledged,
    async inquire(url) {
      sent += 1;
      const began = performance.now();
      const answer = await fetch(`${url}/api/contact/send`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
        },
        body: JSON.stringify({
          name: "Ada Byron",
          email: `ada${sent}@visitor.example`,
          company: "Engines Ltd",
          serviceInterest: "Other",
          message: `Entry ${sent} of the ledger: we would like to talk.`,
        }),
      }).catch(() => null);
      const body = (await answer?.json().catch(() => null)) as { reference?: string } | null;
      if (answer?.status === 200 && body?.reference) acknowledged.push(body.reference);
      const retryAfter = answer?.headers.get("retry-after") ?? null;
      return { status: answer?.status ?? "no answer", ms: performance.now() - began, retryAfter };
    },
    differences(stored) {
      const references = new Set(stored.map(({ reference }) => reference));
      const lost = acknowledged
        .filter((reference) => !references.has(reference))
        .map((reference) => `lost ${reference}`);
      const doubled = [...Map.groupBy(stored, ({ message }) => message)]
        .filter(([, all]) => all.length > 1)
        .map(([message]) => `doubled: ${message}`);
      return [...lost, ...doubled];
    },
  };
}
