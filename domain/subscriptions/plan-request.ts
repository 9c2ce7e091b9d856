import * as z from "zod/mini";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

export type PlanRequestRow = Tables<"plan_requests">;
export type PlanRequestStatus = PlanRequestRow["status"];

const PLAN_REQUEST_STATUS_BADGES = {
  open: { label: "Open", tone: "warning" },
  answered: { label: "Answered", tone: "positive" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} satisfies Record<PlanRequestStatus, StatusBadge>;

export function planRequestStatusBadge(status: PlanRequestStatus): StatusBadge {
  return toStatusBadge(PLAN_REQUEST_STATUS_BADGES, status);
}

const boundedText = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, `Use at most ${maxLength.toLocaleString("en-US")} characters`),
    z.refine((text) => !text.includes("\0"), "Remove unsupported characters"),
  );

const note = boundedText(1000);

/** Input of the forms that request to cancel or keep the plan. */
export const PlanRequestNote = z.object({ note });

/** Input of the form that requests a change. */
export const PlanChangeForm = z.object({ tierId: z.guid("Choose a plan"), note });

/** A client's request about their plan. The firm answers within 24 hours. */
export const PlanRequest = z.discriminatedUnion("kind", [
  z.extend(PlanChangeForm, { kind: z.literal("change") }),
  z.extend(PlanRequestNote, { kind: z.literal("cancel") }),
  z.extend(PlanRequestNote, { kind: z.literal("keep") }),
]);
export type PlanRequest = z.infer<typeof PlanRequest>;

/** The firm's answer to a plan request. The client sees it. */
export const PlanRequestAnswer = z.object({
  answer: boundedText(2000).check(z.minLength(1, "Write an answer")),
});
export type PlanRequestAnswer = z.infer<typeof PlanRequestAnswer>;

export type PlanRequestSummary = Pick<PlanRequestRow, "kind" | "effective_on"> & {
  /** The requested plan of a change. Null if the plan is no longer offered. */
  tierName: string | null;
};

/** What is requested, such as "Change to Shield" or "Cancellation on Dec 22, 2026". */
export function planRequestTitle({ kind, tierName, effective_on }: PlanRequestSummary): string {
  if (kind === "change") {
    return tierName ? `Change to ${tierName}` : "Plan change";
  }
  if (kind === "keep") {
    return effective_on ? `Keep the plan that ends on ${formatDate(effective_on)}` : "Keep the plan";
  }
  return effective_on ? `Cancellation on ${formatDate(effective_on)}` : "Cancellation";
}

/** The text about an open request, such as "Change to Shield requested Nov 25, 2026. We'll reply within 24 hours." */
export function describeOpenRequest(request: PlanRequestSummary, requestedOn: string): string {
  if (request.kind === "keep") {
    return `On ${requestedOn}, you asked us to keep this plan. We'll reply within 24 hours. Until then, its last day doesn't change.`;
  }
  return `${planRequestTitle(request)} requested ${requestedOn}. We'll reply within 24 hours.`;
}
