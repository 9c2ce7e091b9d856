import PostalMime, { type Attachment, type Email } from "postal-mime";

/** The status of one recipient. All values come from a remote mail server and are untrusted. */
export type ReportedRecipient = {
  /** The final and the original recipient, in lowercase. */
  addresses: string[];
  /** "failed", "delayed", "delivered", "relayed" or "expanded" (RFC 3464, 2.3.3). */
  action: string;
  /** The enhanced status code (RFC 3463), such as "5.1.1". */
  status: string | null;
  /** The remote mail server's message, unchanged. May be empty. */
  diagnostic: string;
};

/** A delivery status notification. `messageId` identifies the reported email, without brackets. */
export type BounceReport = { messageId: string | null; recipients: ReportedRecipient[] };

export type BounceReportResult =
  | { ok: true; report: BounceReport }
  /**
   * "not-a-report": another kind of email, such as an automatic reply. "unreadable": the report names no recipient.
   * "too-much": parsing exceeded its time or memory limit.
   */
  | { ok: false; reason: "not-mail" | "not-a-report" | "unreadable" | "too-much" };

// RFC 3464, and RFC 6533 for internationalized addresses.
const STATUS_PART = /^message\/(global-)?delivery-status$/;
const RETURNED_PART = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;
const REPORT = /^multipart\/report\s*;(?:.*;)?\s*report-type\s*=\s*"?delivery-status\b/i;

const LIMITS = { maxNestingDepth: 20, forceRfc822Attachments: true, attachmentEncoding: "utf8" } as const;
/** Our emails have one recipient each, but a report may list other recipients too. */
const MAX_RECIPIENTS = 100;

/** Parses a raw email (RFC 5322) as a delivery status notification. */
export async function parseBounceReport(raw: Uint8Array): Promise<BounceReportResult> {
  const email = await PostalMime.parse(raw, LIMITS).catch(() => null);
  if (!email?.from) {
    return { ok: false, reason: "not-mail" };
  }
  const status = email.attachments.find(({ mimeType }) => STATUS_PART.test(mimeType));
  if (!status || !REPORT.test(getHeader(email, "content-type"))) {
    return { ok: false, reason: "not-a-report" };
  }
  // Empty lines separate groups of fields: the first describes the report, each other one a recipient.
  const groups = getText(status).split(/(?:\r?\n[ \t]*){2,}/);
  const recipients = (await Promise.all(groups.slice(0, MAX_RECIPIENTS).map(readRecipient))).filter(
    ({ addresses }) => addresses.length > 0,
  );
  if (recipients.length === 0) {
    return { ok: false, reason: "unreadable" };
  }
  const returned = email.attachments.find(({ mimeType }) => RETURNED_PART.test(mimeType));
  const original = returned && (await PostalMime.parse(getText(returned), LIMITS).catch(() => null));
  // Reports that do not contain the original email refer to it with In-Reply-To.
  const messageId = original?.messageId ?? email.inReplyTo;
  return { ok: true, report: { messageId: messageId?.replace(/^<|>$/g, "") ?? null, recipients } };
}

async function readRecipient(fields: string): Promise<ReportedRecipient> {
  // A group has the syntax of an email header.
  const group = await PostalMime.parse(fields, LIMITS).catch(() => null);
  const field = (name: string) => (group ? getHeader(group, name) : "");
  return {
    addresses: ["final-recipient", "original-recipient"]
      .map((name) => stripType(field(name)).replace(/^<|>$/g, "").toLowerCase())
      .filter(Boolean),
    action: field("action").toLowerCase(),
    status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(field("status"))?.[0] ?? null,
    diagnostic: stripType(field("diagnostic-code")),
  };
}

/** Returns the value after the type, as in "rfc822; ada@client.example" or "smtp; 550 no such user". */
function stripType(field: string): string {
  return field.slice(field.indexOf(";") + 1).trim();
}

function getHeader(email: Email, name: string): string {
  return email.headers.find(({ key }) => key === name)?.value ?? "";
}

function getText({ content }: Attachment): string {
  return typeof content === "string" ? content : "";
}
