/** An inquiry stored by the product. Its message identifies the ledger entry. */
export type StoredInquiry = { reference: string; message: string };

/** `retryAfter` is the value of the header, or null. */
export type InquiryResponse = { status: number | "no response"; ms: number; retryAfter: string | null };

/** Records acknowledged inquiries outside of the product, to verify that none are lost. */
export type InquiryLedger = {
  /** Sends an inquiry from a unique forwarded address. Records its reference if the response is 200. */
  sendInquiry(url: string): Promise<InquiryResponse>;
  acknowledged: readonly string[];
  /** Describes acknowledged inquiries that are missing, and inquiries that are stored more than once. */
  findDifferences(stored: readonly StoredInquiry[]): string[];
};

export function createInquiryLedger(): InquiryLedger {
  const acknowledged: string[] = [];
  let sentCount = 0;
  return {
    acknowledged,
    async sendInquiry(url) {
      sentCount += 1;
      const startedAt = performance.now();
      const response = await fetch(`${url}/api/contact/send`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `10.${(sentCount >> 16) & 255}.${(sentCount >> 8) & 255}.${sentCount & 255}`,
        },
        body: JSON.stringify({
          name: "Ada Byron",
          email: `ada${sentCount}@visitor.example`,
          company: "Engines Ltd",
          serviceInterest: "Other",
          message: `Entry ${sentCount} of the ledger: we would like to talk.`,
        }),
      }).catch(() => null);
      const body = (await response?.json().catch(() => null)) as { reference?: string } | null;
      if (response?.status === 200 && body?.reference) {
        acknowledged.push(body.reference);
      }
      const retryAfter = response?.headers.get("retry-after") ?? null;
      return { status: response?.status ?? "no response", ms: performance.now() - startedAt, retryAfter };
    },
    findDifferences(stored) {
      const references = new Set(stored.map(({ reference }) => reference));
      const lost = acknowledged
        .filter((reference) => !references.has(reference))
        .map((reference) => `lost ${reference}`);
      const duplicates = [...Map.groupBy(stored, ({ message }) => message)]
        .filter(([, all]) => all.length > 1)
        .map(([message]) => `duplicate: ${message}`);
      return [...lost, ...duplicates];
    },
  };
}
