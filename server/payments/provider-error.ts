/** Messages shown to administrators, by kind of provider error. */
const MESSAGE_BY_KIND = {
  timeout: "Square didn't respond in time.",
  unreachable: "We couldn't reach Square.",
  "rate-limited": "Square is limiting requests. Try again shortly.",
  "unreadable-response": "We couldn't read Square's response.",
  "repeated-page": "Square returned the same page of a list twice.",
  "stale-cursor": "Square's list changed while we read it. Try again.",
  "token-expired": "The connection to Square has expired. Please reconnect.",
  "access-revoked": "The connection to Square was revoked. Please reconnect.",
  "not-authorized": "Square rejected the connection's access token. Please reconnect.",
  "permission-missing": "A required Square permission is missing. Please reconnect.",
  "another-merchant": "Square returned a different account. Please reconnect.",
  unsettled: "Square is still updating this invoice. We'll read it again.",
  "not-found": "Square couldn't find that.",
  rejected: "Square rejected the request.",
  "version-conflict": "The invoice was changed in Square.",
  "plan-required": "Square accepts installments only with Invoices Plus.",
  "tokens-unreadable":
    "The stored Square tokens can't be decrypted with the current ENCRYPTION_KEY. Restore the previous key or reconnect.",
} as const;

export type ProviderErrorKind = keyof typeof MESSAGE_BY_KIND;

type Rejection = { code: string; field: string };

/** A provider or connection failure. `message` is shown to administrators; `cause` appears only in the log. */
export class ProviderError extends Error {
  override name = "ProviderError";
  readonly kind: ProviderErrorKind;
  /** How long to wait before the next request, in milliseconds. Null if the provider does not limit requests. */
  readonly retryAfterMs: number | null;
  /** The provider's error code and the field that it is about. Null if it returned none. */
  readonly rejection: Rejection | null;

  constructor(
    kind: ProviderErrorKind,
    options?: { cause?: unknown; retryAfterMs?: number | null; rejection?: Rejection | null },
  ) {
    super(MESSAGE_BY_KIND[kind], options);
    this.kind = kind;
    this.retryAfterMs = options?.retryAfterMs ?? null;
    this.rejection = options?.rejection ?? null;
  }

  /** Whether the provider is unavailable, so that the same request can succeed later. */
  get isOutage(): boolean {
    return this.kind === "timeout" || this.kind === "unreachable" || this.kind === "rate-limited";
  }

  /**
   * Whether it is unknown if the provider has applied a write: there was no readable response, or the response reports
   * an internal error.
   */
  get hasUnknownOutcome(): boolean {
    return this.kind === "timeout" || this.kind === "unreachable" || this.kind === "unreadable-response";
  }

  /** Whether the connection has ended, so that an administrator must reconnect. */
  get endsConnection(): boolean {
    return this.kind === "access-revoked";
  }
}
