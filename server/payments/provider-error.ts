/** Why the provider did not do what was asked, and the sentence an administrator reads about it. */
const SENTENCES = {
  timeout: "Square did not answer in time.",
  unreachable: "Square is not reachable at the moment.",
  busy: "Square asks for fewer requests at the moment.",
  "unreadable-answer": "Square's answer could not be read.",
  "repeated-page": "Square kept repeating the same page of its list.",
  "stale-cursor": "Square lost its place in a list. Please try again.",
  "token-expired": "The connection to Square has expired. Please reconnect.",
  "access-revoked": "The connection to Square was revoked. Please reconnect.",
  "not-authorized": "Square does not accept the connection's access. Please reconnect.",
  "permission-missing": "A permission is missing at Square. Please reconnect.",
  "another-merchant": "Square answered for another merchant than the connected one. Please reconnect.",
  "not-found": "Square does not have what was asked for.",
  refused: "Square refused the request.",
  "tokens-unreadable":
    "The stored connection to Square cannot be decrypted with this server's ENCRYPTION_KEY. Give it the key of before, or reconnect.",
} as const;

export type ProviderErrorKind = keyof typeof SENTENCES;

/** The provider's or the connection's failure. `message` is for the person; the cause is for the log alone. */
export class ProviderError extends Error {
  override name = "ProviderError";
  readonly kind: ProviderErrorKind;

  constructor(kind: ProviderErrorKind, options?: { cause?: unknown }) {
    super(SENTENCES[kind], options);
    this.kind = kind;
  }

  /** Whether the connection has ended, so that only connecting again helps. */
  get endsConnection(): boolean {
    return this.kind === "access-revoked";
  }
}
