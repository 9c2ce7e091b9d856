import type { Instant } from "#domain/dates/instant.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type EmailKind = ClosedSets["private.email_outbox.kind"];

/** A bounce. `status` is an RFC 3463 code, `reason` untrusted text from the remote mail server. */
export type Bounce = { at: Instant; status: string | null; reason: string };

const STATUS_MESSAGES: ReadonlyArray<[status: RegExp, message: string]> = [
  [/^5\.1\./, "Address doesn't exist."],
  [/^[45]\.2\.2$/, "The mailbox is full."],
  [/^5\.7\./, "The recipient's server rejected it."],
];

/** Explains a status code. Returns an empty string if the mail server's text is more specific. */
export function bounceMessage(status: string | null): string {
  return STATUS_MESSAGES.find(([code]) => code.test(status ?? ""))?.[1] ?? "";
}

/** Kinds of email sent to the firm. The recipients are set under Settings > Email and links. */
const FIRM_EMAIL_KINDS = new Set<EmailKind>([
  "inquiry",
  "booking-made",
  "messages-for-firm",
  "square-alarm",
  "booking-alarm",
  "plan-request-made",
  "plan-request-withdrawn",
  "duplicate-plans",
  "proposal-news-for-firm",
]);
/** Account notices can't be requested again, unlike emails with a one-time link. */
const ACCOUNT_NOTICE_KIND = /^account-.*(-notice|-changed|-removed|-device)$/;

/** Returns advice for the administrator about a bounced email of this kind. */
export function bounceAdvice(kind: EmailKind): string {
  if (kind === "account-invite") {
    return "Revoke the invitation on the client's page or under Administrators, then invite the correct address.";
  }
  if (ACCOUNT_NOTICE_KIND.test(kind)) {
    return "We don't keep the text of sent email. Contact the recipient another way.";
  }
  if (kind.startsWith("account-")) {
    return "It contained a one-time link and can't be resent. Request a new one.";
  }
  if (kind === "consultation-for-host") {
    return "Correct the host's address in Settings > Availability, or resend if it's correct.";
  }
  if (kind.startsWith("consultation-")) {
    return "It contained a link to the visitor's consultation and can't be resent. Contact the visitor another way.";
  }
  if (kind.startsWith("inquiry-")) {
    return "The visitor may have mistyped the address. Resend if it's correct.";
  }
  if (FIRM_EMAIL_KINDS.has(kind)) {
    return "Correct the address in Settings > Email and links, or resend if it's correct.";
  }
  return "The client can correct the address in their portal settings. Resend if it's correct.";
}
