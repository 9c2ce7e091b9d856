import PostalMime, { type Attachment, type Email } from "postal-mime";

/** What a notification says of one recipient. Everything in it was written by a stranger's mail server. */
export type ReportedRecipient = {
  /** The final and the original recipient, in lower case. */
  addresses: string[];
  /** "failed", "delayed", "delivered", "relayed" or "expanded" (RFC 3464, 2.3.3). */
  action: string;
  /** The enhanced status code (RFC 3463), such as "5.1.1". */
  status: string | null;
  /** What the mail server said, as it came; empty when it said nothing. */
  diagnostic: string;
};

/** A delivery status notification: about which mail (its Message-ID without brackets), and what happened to it. */
export type BounceReport = { messageId: string | null; recipients: ReportedRecipient[] };

export type ReadMail =
  | { ok: true; report: BounceReport }
  /** No mail at all; another mail, such as an automatic reply; one that names nobody; one that takes too much to read. */
  | { ok: false; reason: "not-mail" | "not-a-report" | "unreadable" | "too-much" };

/** RFC 3464, and RFC 6533 for addresses beyond ASCII. */
const STATUS_PART = /^message\/(global-)?delivery-status$/;
const RETURNED_PART = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;
const REPORT = /^multipart\/report\s*;(?:.*;)?\s*report-type\s*=\s*"?delivery-status\b/i;

const LIMITS = { maxNestingDepth: 20, forceRfc822Attachments: true, attachmentEncoding: "utf8" } as const;
/** Mails of the product have one recipient each; a notification may tell of others that were sent along. */
const MOST_RECIPIENTS = 100;

/** Reads raw mail (RFC 5322) as a delivery status notification. */
export async function readBounceReport(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, LIMITS).catch(() => null);
  if (!mail?.from) return { ok: false, reason: "not-mail" };
  const status = mail.attachments.find(({ mimeType }) => STATUS_PART.test(mimeType));
  if (!status || !REPORT.test(headerOf(mail, "content-type"))) return { ok: false, reason: "not-a-report" };
  // Groups of fields, parted by empty lines: the first is about the notification, each other about one recipient.
  const groups = textOf(status).split(/(?:\r?\n[ \t]*){2,}/);
  const recipients = (await Promise.all(groups.slice(0, MOST_RECIPIENTS).map(readRecipient))).filter(
    ({ addresses }) => addresses.length > 0,
  );
  if (recipients.length === 0) return { ok: false, reason: "unreadable" };
  const returned = mail.attachments.find(({ mimeType }) => RETURNED_PART.test(mimeType));
  const original = returned && (await PostalMime.parse(textOf(returned), LIMITS).catch(() => null));
  // Some return nothing of the mail, and answer to it.
  const messageId = original?.messageId ?? mail.inReplyTo;
  return { ok: true, report: { messageId: messageId?.replace(/^<|>$/g, "") ?? null, recipients } };
}

async function readRecipient(fields: string): Promise<ReportedRecipient> {
  // A group has the form of a mail's header.
  const group = await PostalMime.parse(fields, LIMITS).catch(() => null);
  const field = (name: string) => (group ? headerOf(group, name) : "");
  return {
    addresses: ["final-recipient", "original-recipient"]
      .map((name) => typed(field(name)).replace(/^<|>$/g, "").toLowerCase())
      .filter(Boolean),
    action: field("action").toLowerCase(),
    status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(field("status"))?.[0] ?? null,
    diagnostic: typed(field("diagnostic-code")),
  };
}

/** The value of "rfc822; ada@client.example" or "smtp; 550 no such user". */
function typed(field: string): string {
  return field.slice(field.indexOf(";") + 1).trim();
}

function headerOf(mail: Email, name: string): string {
  return mail.headers.find(({ key }) => key === name)?.value ?? "";
}

function textOf({ content }: Attachment): string {
  return typeof content === "string" ? content : "";
}
