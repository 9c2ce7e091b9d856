import * as z from "zod/mini";
import { isCalendarDate } from "#domain/dates/calendar-date.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { multiLine } from "#domain/text/multi-line.ts";

export const MAX_PUBLISHED_FINDINGS = 500;

const ReasonText = multiLine(TEXT_LIMITS.reason);
const Reason = ReasonText.check(z.minLength(1, "Enter a reason"));

/** Drafts to publish together. The client gets one email. */
export const PublishFindings = z.object({
  ids: z
    .array(z.guid())
    .check(
      z.minLength(1, "Select at least one finding"),
      z.maxLength(MAX_PUBLISHED_FINDINGS, `Select at most ${MAX_PUBLISHED_FINDINGS} findings`),
    ),
});

/** Why a published finding does not apply. The client sees the reason. */
export const WithdrawFinding = z.object({ reason: Reason });

/** The deadline of one finding. Null removes it. */
export const ChangeDueDate = z.object({
  dueOn: z.nullable(z.string().check(z.refine(isCalendarDate, "Enter a valid date"))),
});

/** The firm's answer to a client that disputes a finding. The finding returns to open. */
export const AnswerDispute = z.object({ answer: ReasonText.check(z.minLength(1, "Enter a response")) });
export type AnswerDispute = z.infer<typeof AnswerDispute>;
