const CONTACT_ENDPOINT = "/api/contact/send";

const TIMEOUT_MS = 20_000;

export type InquiryResult =
  | { ok: true; reference: string | null }
  | {
      ok: false;
      message: string;
      /** Validation messages by field name. Empty if the request failed for another reason. */
      fieldErrors: Record<string, string>;
    };

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
    return { ok: false, message: "Failed to send message. Please try again.", fieldErrors: {} };
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    return { ok: true, reference: readString(body, "reference") };
  }
  return {
    ok: false,
    message: readString(body, "error") ?? "Failed to send message",
    fieldErrors: readFieldErrors(body),
  };
}

function readFieldErrors(body: unknown): Record<string, string> {
  const errors = readValue(body, "fieldErrors");
  const entries: [string, unknown][] =
    typeof errors === "object" && errors !== null ? Object.entries(errors) : [];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function readValue(body: unknown, key: string): unknown {
  return typeof body === "object" && body !== null
    ? Object.getOwnPropertyDescriptor(body, key)?.value
    : undefined;
}

function readString(body: unknown, key: string): string | null {
  const value = readValue(body, key);
  return typeof value === "string" && value !== "" ? value : null;
}
