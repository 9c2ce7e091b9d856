/** What a person reads when the browser or its authenticator refused; `code` is the library's own name of it. */
export type PasskeyRefusal = { words: string; code: string | null };

const UNSUPPORTED = "Browser does not support WebAuthn";
const CANCELLED = "The passkey request was cancelled or took too long.";

const WORDS = new Map([
  ["ERROR_CEREMONY_ABORTED", CANCELLED],
  ["ERROR_INVALID_RP_ID", "Passkeys do not work at this address."],
  ["ERROR_INVALID_DOMAIN", "Passkeys do not work at this address."],
  ["ERROR_AUTHENTICATOR_GENERAL_ERROR", "The device that holds the passkey could not do what was asked."],
  ["ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED", "This device already holds a passkey for your account."],
]);

/** The library's messages for passkeys (specification section 8) in words, its codes kept for support. */
export function passkeyRefusal(error: unknown): PasskeyRefusal {
  const { name, message, code } = factsOf(error);
  if (message === UNSUPPORTED) return { words: UNSUPPORTED, code: null };
  const words = WORDS.get(code);
  if (words) return { words, code };
  // Browsers say nothing more when a person closes their window, and the library passes that on.
  if (name === "NotAllowedError") return { words: CANCELLED, code: "ERROR_CEREMONY_ABORTED" };
  return { words: "The passkey was not accepted. Please try again.", code: code || null };
}

function factsOf(error: unknown): { name: string; message: string; code: string } {
  const facts = typeof error === "object" && error !== null ? new Map(Object.entries(error)) : new Map();
  const cause: unknown = facts.get("cause") ?? facts.get("originalError");
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    name: cause instanceof Error ? cause.name : text(facts.get("name")),
    message: error instanceof Error ? error.message : "",
    code: text(facts.get("code")),
  };
}
