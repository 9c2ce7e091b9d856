const CONTACT_ENDPOINT = "/api/contact/send";

const TIMEOUT_MS = 20_000;

export type InquiryResult = { ok: true; reference: string | null } | { ok: false; message: string };

/** Sends the form. On failure, `message` can be shown to the visitor. */
export async function sendInquiry(values: Record<string, unknown>): Promise<InquiryResult> {
  let response: Response;
  try {
    response = await fetch(CONTACT_ENDPOINT, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    return { ok: false, message: "Failed to send message. Please try again." };
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    return { ok: true, reference: readString(body, "reference") };
  }
  return { ok: false, message: readString(body, "error") ?? "Failed to send message" };
}

function readString(body: unknown, key: string): string | null {
  if (typeof body !== "object" || body === null) {
    return null;
  }
  const value: unknown = Object.getOwnPropertyDescriptor(body, key)?.value;
  return typeof value === "string" && value !== "" ? value : null;
}
