const MESSAGES = {
  "not-https":
    "The address, or one it redirects to, doesn't start with https://. Copy it from the calendar again.",
  "private-address":
    "The address points to a private network. Use the address that your calendar provider publishes.",
  "too-many-redirects": "The address redirects too often. Copy it from the calendar again.",
  unreachable: "We couldn't reach the calendar's server. We'll try again in 10 minutes.",
  timeout: "The calendar's server took longer than 10 s. We'll try again in 10 minutes.",
  rejected: "The calendar's server rejected the request. Check that the calendar is still published.",
  "too-large": "The calendar is larger than 5 MB. Publish a calendar with fewer past events.",
  "not-a-calendar": "The address doesn't return a calendar. Use the address that ends with .ics.",
  empty: "The calendar is empty, although it had events before. Its last known times stay blocked.",
  "too-complex": "The calendar took too long to read. Publish a calendar with fewer repeating events.",
  failed: "We couldn't read the calendar. Its last known times stay blocked. We'll try again in 10 minutes.",
  unreadable: "The address can't be decrypted, because ENCRYPTION_KEY changed. Add the calendar again.",
} as const;

export type FeedErrorReason = keyof typeof MESSAGES;

/** Why a calendar could not be read. `message` is for administrators and never contains the address. */
export class FeedError extends Error {
  override name = "FeedError";
  readonly reason: FeedErrorReason;

  constructor(reason: FeedErrorReason, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(status ? `${MESSAGES[reason]} (Status ${status})` : MESSAGES[reason], options);
    this.reason = reason;
  }
}
