import * as z from "zod/mini";
import { counted } from "#domain/counted.ts";
import { type StatusFacts, statusFacts } from "#domain/tone.ts";

export type InquiryState = "new" | "in_progress" | "answered" | "closed";

const INQUIRY_STATE_FACTS = {
  new: { label: "New", tone: "info" },
  in_progress: { label: "In Progress", tone: "warning" },
  answered: { label: "Answered", tone: "positive" },
  closed: { label: "Closed", tone: "neutral" },
} satisfies Record<InquiryState, StatusFacts>;

export const INQUIRY_STATES = ["new", "in_progress", "answered", "closed"] as const;

/** Label and tone of a stored inquiry state; unknown ones neutral. */
export function inquiryState(stored: string): StatusFacts {
  return statusFacts(INQUIRY_STATE_FACTS, stored);
}

/** Whether somebody still waits for the firm. */
export function isOpenInquiry(inquiry: { state: string }): boolean {
  return inquiry.state === "new" || inquiry.state === "in_progress";
}

const HOUR = 3_600_000;
/** Hours within which an answer is promised (specification section 1), and after which the clock warns. */
const PROMISED = 24;
const WARNS_AFTER = 20;

/** What is left of the promise, in words; null once the inquiry is answered or closed. */
export function answerClock(inquiry: { state: string; created_at: string }, now: Date): StatusFacts | null {
  if (!isOpenInquiry(inquiry)) return null;
  const waited = now.getTime() - Date.parse(inquiry.created_at);
  const left = PROMISED * HOUR - waited;
  if (left < 0) return { label: `Overdue by ${spanWords(-left)}`, tone: "negative" };
  return {
    label: `${spanWords(left)} left`,
    tone: waited >= WARNS_AFTER * HOUR ? "warning" : "neutral",
  };
}

function spanWords(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR);
  if (hours < 1) return "less than an hour";
  if (hours >= 2 * PROMISED) return `${Math.floor(hours / PROMISED)} days`;
  return counted(hours, "hour");
}

const firmText = (longest: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(longest, `Please use at most ${longest.toLocaleString("en-US")} characters`),
    z.refine((text) => !text.includes("\0"), "Please remove the characters that are not text"),
  );

/** What the firm keeps of an inquiry. */
export const InquiryNotes = z.object({ state: z.enum(INQUIRY_STATES), notes: firmText(5000) });
export type InquiryNotes = z.infer<typeof InquiryNotes>;

/** A reply to whoever inquired. */
export const InquiryReply = z.object({
  message: firmText(10_000).check(z.minLength(1, "Please write a reply")),
});
export type InquiryReply = z.infer<typeof InquiryReply>;
