import PostalMime, { type Attachment, type Email } from "postal-mime";

/** The delivery status of one recipient. The values come from a remote mail server and are untrusted. */
export type ReportedRecipient = {
  /** The final and original recipient addresses, in lowercase. */
  addresses: string[];
  /** One of "failed", "delayed", "delivered", "relayed" and "expanded" (RFC 3464, section 2.3.3). */
  action: string;
  /** The enhanced status code (RFC 3463), such as "5.1.1". */
  status: string | null;
  /** The remote mail server's response, unmodified. May be empty. */
  diagnostic: string;
};

/** A delivery status notification. `messageId` identifies the reported email, without brackets. */
export type BounceReport = { messageId: string | null; recipients: ReportedRecipient[] };

export type BounceReportResult =
  | { ok: true; report: BounceReport }
  /**
   * `not-mail`: not an email. `not-a-report`: another kind of email, such as an automatic reply. `unreadable`: a report
   * without recipients. `too-much`: parsing exceeded its time or memory limit.
   */
  | { ok: false; reason: "not-mail" | "not-a-report" | "unreadable" | "too-much" };

// Content types from RFC 3464. RFC 6533 adds the `global` types for internationalized addresses.
const STATUS_PART_TYPE = /^message\/(global-)?delivery-status$/;
const RETURNED_PART_TYPE = /^(message\/(rfc822|global|global-headers)|text\/rfc822-headers)$/;
const REPORT_CONTENT_TYPE = /^multipart\/report\s*;(?:.*;)?\s*report-type\s*=\s*"?delivery-status\b/i;

const PARSER_OPTIONS = {
  maxNestingDepth: 20,
  forceRfc822Attachments: true,
  attachmentEncoding: "utf8",
} as const;
/** Each of our emails has one recipient, but a report can list any number. */
const MAX_RECIPIENTS = 100;

/** Parses a raw email (RFC 5322) as a delivery status notification. */
export async function parseBounceReport(raw: Uint8Array): Promise<BounceReportResult> {
  const email = await PostalMime.parse(raw, PARSER_OPTIONS).catch(() => null);
  if (!email?.from) {
    return { ok: false, reason: "not-mail" };
  }
  const statusPart = email.attachments.find(({ mimeType }) => STATUS_PART_TYPE.test(mimeType));
  if (!statusPart || !REPORT_CONTENT_TYPE.test(getHeader(email, "content-type"))) {
    return { ok: false, reason: "not-a-report" };
  }
  // Blank lines separate the groups of fields. The first group describes the report, and each of the others one
  // recipient.
  const fieldGroups = getText(statusPart).split(/(?:\r?\n[ \t]*){2,}/);
  const recipients = (await Promise.all(fieldGroups.slice(0, MAX_RECIPIENTS).map(parseRecipient))).filter(
    ({ addresses }) => addresses.length > 0,
  );
  if (recipients.length === 0) {
    return { ok: false, reason: "unreadable" };
  }
  const returnedPart = email.attachments.find(({ mimeType }) => RETURNED_PART_TYPE.test(mimeType));
  const original =
    returnedPart && (await PostalMime.parse(getText(returnedPart), PARSER_OPTIONS).catch(() => null));
  // Reports without the original email reference it in the In-Reply-To header.
  const messageId = original?.messageId ?? email.inReplyTo;
  return { ok: true, report: { messageId: messageId?.replace(/^<|>$/g, "") ?? null, recipients } };
}

async function parseRecipient(fields: string): Promise<ReportedRecipient> {
  // Each group has the syntax of an email header.
  const parsedFields = await PostalMime.parse(fields, PARSER_OPTIONS).catch(() => null);
  const getField = (name: string) => (parsedFields ? getHeader(parsedFields, name) : "");
  return {
    addresses: ["final-recipient", "original-recipient"]
      .map((name) => stripType(getField(name)).replace(/^<|>$/g, "").toLowerCase())
      .filter(Boolean),
    action: getField("action").toLowerCase(),
    status: /^[245]\.\d{1,3}\.\d{1,3}/.exec(getField("status"))?.[0] ?? null,
    diagnostic: stripType(getField("diagnostic-code")),
  };
}

/** Removes the type prefix, as in "rfc822; ada@client.example" or "smtp; 550 no such user". */
function stripType(field: string): string {
  return field.slice(field.indexOf(";") + 1).trim();
}

function getHeader(email: Email, name: string): string {
  return email.headers.find(({ key }) => key === name)?.value ?? "";
}

function getText({ content }: Attachment): string {
  return typeof content === "string" ? content : "";
}
