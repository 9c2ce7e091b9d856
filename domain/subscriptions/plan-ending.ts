import * as z from "zod/mini";
import { type CalendarDate, formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import type { Tables } from "#supabase/database.types.ts";

export type PlanEnding = Tables<"plan_endings">;
export type PlanEndingProblem = NonNullable<PlanEnding["problem"]>;

const NullableDate = z.nullable(
  z.pipe(
    z.string(),
    z.transform((text) => parseCalendarDate(text) ?? null),
  ),
);

/** Input that keeps a plan. `planRequestId` is the client's request that the administrator answers, if any. */
export const KeepPlan = z.object({ planRequestId: z.optional(z.guid()) });
export type KeepPlan = z.infer<typeof KeepPlan>;

/** Input that ends a plan. `endsOn` is the last day that the administrator confirmed, or null if it is unknown. */
export const EndPlan = z.extend(KeepPlan, { endsOn: NullableDate });
export type EndPlan = z.infer<typeof EndPlan>;

/** The button and the title of the confirmation, such as "End plan on Dec 13, 2026 in Square". */
export function endPlanLabel(endsOn: CalendarDate | null): string {
  return endsOn ? `End plan on ${formatDate(endsOn)} in Square` : "End plan in Square";
}

/** The answer that a client gets when their plan ends. */
export function endedPlanAnswer(endsOn: CalendarDate | null): string {
  return endsOn
    ? `Your plan ends on ${formatDate(endsOn)}. You won't be charged for it again.`
    : "Your plan ends after the period you've paid for. You won't be charged for it again.";
}

/** The answer to the client when the scheduled end of a plan is undone. `nextChargeOn` is null if no charge is known. */
export function keptPlanAnswer(nextChargeOn: CalendarDate | null): string {
  return nextChargeOn
    ? `Your plan continues. The next charge is on ${formatDate(nextChargeOn)}.`
    : "Your plan continues.";
}

type CurrentPlan = Pick<Tables<"client_subscriptions">, "status" | "ends_on">;

/** Whether the newest request about a plan failed, and the plan wasn't changed in Square since then. */
export function hasFailed({ kind, status }: Pick<PlanEnding, "kind" | "status">, plan: CurrentPlan): boolean {
  const isUnchanged = plan.status !== "cancelled" && (kind === "keep") === (plan.ends_on !== null);
  return status === "failed" && isUnchanged;
}

/** Whether an administrator has to try again. A request that the client has withdrawn needs no action. */
export function needsRetry(
  ending: Pick<PlanEnding, "kind" | "status" | "problem">,
  plan: CurrentPlan,
): boolean {
  return hasFailed(ending, plan) && ending.problem !== "request_closed";
}

/** Whether ending the plan, or keeping one whose end is scheduled, does what the client requests. */
export function isAnsweredByPlanEnding(
  { kind }: Pick<Tables<"plan_requests">, "kind">,
  plan: Pick<CurrentPlan, "ends_on">,
): boolean {
  return kind === (plan.ends_on === null ? "cancel" : "keep");
}

/** Why a plan was not changed, and what to do. */
export const PLAN_ENDING_PROBLEMS = {
  writing_off: {
    title: "Creating invoices in Square is turned off",
    nextStep: "Turn it on under Square, then try again. Or change the plan in Square.",
  },
  not_connected: { title: "Square isn't connected", nextStep: "Connect Square, then try again." },
  permission_missing: {
    title: "Square hasn't granted permission to end plans",
    nextStep: "Reconnect Square, then try again. Or change the plan in Square.",
  },
  another_merchant: {
    title: "The plan belongs to another Square account",
    nextStep: "Change it in that account.",
  },
  date_changed: {
    title: "The last day of the plan has changed",
    nextStep: "Check the new date, then confirm it.",
  },
  not_active: {
    title: "The plan isn't active in Square",
    nextStep: "Check the plan in Square and change it there.",
  },
  not_scheduled: {
    title: "Square has no scheduled end for this plan",
    nextStep: "Check the plan in Square. If it's set to end, undo that there.",
  },
  request_closed: {
    title: "The client withdrew the request",
    nextStep: "Nothing changed in Square. If you didn't expect this, ask the client.",
  },
  not_applied: {
    title: "Square didn't respond and hasn't changed the plan",
    nextStep: "Try again.",
  },
  rejected: {
    title: "Square rejected the change",
    nextStep: "Check the plan in Square and change it there.",
  },
  outage: {
    title: "We couldn't reach Square",
    nextStep: "Check the plan in Square, then try again.",
  },
  not_stored: {
    title: "Square changed the plan, but we couldn't save the change",
    nextStep: "Run a sync and check its report, then try again.",
  },
  changed_again: {
    title: "The plan has changed in Square since you confirmed",
    nextStep: "Check the date, then try again.",
  },
} satisfies Record<PlanEndingProblem, { title: string; nextStep: string }>;
