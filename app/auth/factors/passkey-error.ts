/** `message` is shown to the user. `code` is the library's error code, shown as a reference for support. */
export type PasskeyError = { message: string; code: string | null };

const UNSUPPORTED_MESSAGE = "Browser does not support WebAuthn";
const CANCELED_MESSAGE = "The passkey request was canceled or took too long.";

const MESSAGES = new Map([
  ["ERROR_CEREMONY_ABORTED", CANCELED_MESSAGE],
  ["ERROR_INVALID_RP_ID", "Passkeys aren't available on this domain."],
  ["ERROR_INVALID_DOMAIN", "Passkeys aren't available on this domain."],
  ["ERROR_AUTHENTICATOR_GENERAL_ERROR", "Your device couldn't complete the passkey request."],
  ["ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED", "This device already has a passkey for your account."],
]);

export function describePasskeyError(error: unknown): PasskeyError {
  const { name, message, code } = readErrorDetails(error);
  if (message === UNSUPPORTED_MESSAGE) {
    return { message: UNSUPPORTED_MESSAGE, code: null };
  }
  const knownMessage = MESSAGES.get(code);
  if (knownMessage) {
    return { message: knownMessage, code };
  }
  // Browsers report a closed prompt and a timeout with the same error.
  if (name === "NotAllowedError") {
    return { message: CANCELED_MESSAGE, code: "ERROR_CEREMONY_ABORTED" };
  }
  return { message: "We couldn't verify your passkey. Try again.", code: code || null };
}

function readErrorDetails(error: unknown): { name: string; message: string; code: string } {
  const properties = typeof error === "object" && error !== null ? new Map(Object.entries(error)) : new Map();
  const cause: unknown = properties.get("cause") ?? properties.get("originalError");
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    name: cause instanceof Error ? cause.name : text(properties.get("name")),
    message: error instanceof Error ? error.message : "",
    code: text(properties.get("code")),
  };
}
