const contactAddress = "/api/contact/send";

/** Milliseconds after which an answer is no longer waited for. */
const patience = 20_000;

export type InquiryAnswer = { ok: true; reference: string | null } | { ok: false; reason: string };

/** Sends the form's values; a refusal carries the words of specification section 8. */
export async function sendInquiry(values: Record<string, unknown>): Promise<InquiryAnswer> {
  let response: Response;
  try {
    response = await fetch(contactAddress, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    return { ok: false, reason: "Failed to send message. Please try again." };
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return { ok: true, reference: textIn(body, "reference") };
  return { ok: false, reason: textIn(body, "error") ?? "Failed to send message" };
}

function textIn(body: unknown, key: string): string | null {
  if (typeof body !== "object" || body === null) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(body, key)?.value;
  return typeof value === "string" && value !== "" ? value : null;
}
