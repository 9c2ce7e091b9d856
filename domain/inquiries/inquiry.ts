import * as z from "zod/mini";
import type { Instant } from "#domain/dates/instant.ts";
import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { Tables } from "#supabase/database.types.ts";

type InquiryRow = Tables<"contact_inquiries">;
export type InquiryStatus = InquiryRow["status"];

const INQUIRY_STATUS_BADGES = {
  new: { label: "New", tone: "info" },
  in_progress: { label: "In Progress", tone: "warning" },
  replied: { label: "Replied", tone: "positive" },
  closed: { label: "Closed", tone: "neutral" },
} satisfies Record<InquiryStatus, StatusBadge>;

/** Inquiry statuses, in filter order. */
export const INQUIRY_STATUSES = listKeys(INQUIRY_STATUS_BADGES);

export function inquiryStatusBadge(status: InquiryStatus): StatusBadge {
  return toStatusBadge(INQUIRY_STATUS_BADGES, status);
}

/** Whether the inquiry still needs a reply. */
export function isOpenInquiry(inquiry: { status: InquiryStatus }): boolean {
  return inquiry.status === "new" || inquiry.status === "in_progress";
}

const MS_PER_HOUR = 3_600_000;
// The site promises a reply within 24 hours. The badge turns yellow after 20.
const REPLY_DUE_HOURS = 24;
const WARNING_AFTER_HOURS = 20;

/** Badge with the time left to reply, or how overdue the reply is. Null after a reply or if the inquiry is closed. */
export function replyDeadlineBadge(
  inquiry: Pick<InquiryRow, "status" | "created_at">,
  now: Date,
): StatusBadge | null {
  return isOpenInquiry(inquiry) ? replyTimeBadge(inquiry.created_at, now) : null;
}

/** Badge with the time left to reply to a request received at `receivedAt`, or with how overdue the reply is. */
export function replyTimeBadge(receivedAt: Instant, now: Date): StatusBadge {
  const waitedMs = now.getTime() - Date.parse(receivedAt);
  const remainingMs = REPLY_DUE_HOURS * MS_PER_HOUR - waitedMs;
  if (remainingMs < 0) {
    return { label: `Overdue by ${formatHours(Math.floor(-remainingMs / MS_PER_HOUR))}`, tone: "negative" };
  }
  return {
    // Rounded up because the age is rounded down, so that both add up to the promised time.
    label:
      remainingMs < MS_PER_HOUR
        ? "Under 1 hour left"
        : `${formatHours(Math.ceil(remainingMs / MS_PER_HOUR))} left`,
    tone: waitedMs >= WARNING_AFTER_HOURS * MS_PER_HOUR ? "warning" : "neutral",
  };
}

function formatHours(hours: number): string {
  if (hours < 1) {
    return "less than 1 hour";
  }
  if (hours >= 2 * REPLY_DUE_HOURS) {
    return `${Math.floor(hours / REPLY_DUE_HOURS)} days`;
  }
  return formatCount(hours, "hour");
}

const boundedText = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, `Use at most ${maxLength.toLocaleString("en-US")} characters`),
    z.refine((text) => !text.includes("\0"), "Remove unsupported characters"),
  );

export const MAX_NOTES_LENGTH = 5000;

/**
 * Changes of an inquiry's internal status and notes. Fields that are omitted keep their values. With `previousNotes`, the
 * notes are saved only if no one has changed them since.
 */
export const InquiryChanges = z.object({
  status: z.optional(z.enum(INQUIRY_STATUSES)),
  notes: z.optional(boundedText(MAX_NOTES_LENGTH)),
  previousNotes: z.optional(boundedText(MAX_NOTES_LENGTH)),
});
export type InquiryChanges = z.infer<typeof InquiryChanges>;

export const InquiryReply = z.object({
  message: boundedText(10_000).check(z.minLength(1, "Write a reply")),
});
export type InquiryReply = z.infer<typeof InquiryReply>;
