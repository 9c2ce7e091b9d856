import * as z from "zod/mini";
import { addDays, type CalendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import type { RemediationStatus, Verdict } from "#domain/findings/finding-state.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import type { StatusBadge } from "#domain/status.ts";
import { multiLine } from "#domain/text/multi-line.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

/** The statuses that a client chooses. An accepted risk has its own approval. */
export const CHOSEN_STATUSES = [
  "open",
  "in_progress",
  "ready_for_retest",
  "disputed",
] as const satisfies RemediationStatus[];
export type ChosenStatus = (typeof CHOSEN_STATUSES)[number];

/**
 * Whether a client can change a finding's status. A disputed finding is not ready for a retest until the dispute is withdrawn
 * or answered. The same rule as `private.check_finding_change()`.
 */
export function canChangeStatus(
  from: RemediationStatus,
  to: ChosenStatus,
  { verdict, isInRetest }: { verdict: Verdict | null; isInRetest: boolean },
): boolean {
  if (from === "risk_accepted" || from === to || verdict === "fixed" || isInRetest) {
    return false;
  }
  return !(
    (from === "ready_for_retest" && to === "disputed") ||
    (from === "disputed" && to === "ready_for_retest")
  );
}

export const ACCEPTANCE_STATUS_BADGES: Readonly<Record<ClosedSets["risk_acceptances.status"], StatusBadge>> =
  {
    requested: { label: "Waiting for approval", tone: "info" },
    approved: { label: "Accepted", tone: "positive" },
    rejected: { label: "Rejected", tone: "negative" },
    withdrawn: { label: "Withdrawn", tone: "neutral" },
    revoked: { label: "Revoked", tone: "neutral" },
    expired: { label: "Expired", tone: "neutral" },
  };

const Reason = multiLine(TEXT_LIMITS.reason);
const RequiredReason = Reason.check(z.minLength(1, "Enter a reason"));

const OptionalDate = z.nullable(z.string().check(z.refine(isCalendarDate, "Enter a valid date")));

export const ChangeRemediationStatus = z.object({ status: z.enum(CHOSEN_STATUSES), reason: Reason }).check(
  z.refine(({ status, reason }) => status !== "disputed" || reason !== "", {
    error: "Enter a reason",
    path: ["reason"],
  }),
);
export type ChangeRemediationStatus = z.infer<typeof ChangeRemediationStatus>;

/** Who fixes a finding, and when. Fields that are omitted do not change. */
export const PlanFinding = z
  .object({ assigneeId: z.optional(z.nullable(z.guid())), plannedOn: z.optional(OptionalDate) })
  .check(
    z.refine(({ assigneeId, plannedOn }) => assigneeId !== undefined || plannedOn !== undefined, {
      error: "Change the assignee or the date",
    }),
  );
export type PlanFinding = z.infer<typeof PlanFinding>;

export const RequestRiskAcceptance = z.object({
  reason: RequiredReason,
  expiresOn: z.string().check(z.refine(isCalendarDate, "Choose a date")),
});
export type RequestRiskAcceptance = z.infer<typeof RequestRiskAcceptance>;

/** The longest time for which a risk can be accepted. */
export const MAX_ACCEPTANCE_DAYS = 366;

export const ACCEPTANCE_END_MESSAGE = "Choose a date between tomorrow and a year from now.";

/** Whether a risk can be accepted until a date, which is the last day. */
export function isAcceptanceEnd(expiresOn: CalendarDate, today: CalendarDate): boolean {
  return expiresOn > today && expiresOn <= addDays(today, MAX_ACCEPTANCE_DAYS);
}

export const DecideRiskAcceptance = z
  .object({ approves: z.boolean(), note: Reason })
  .check(
    z.refine(({ approves, note }) => approves || note !== "", { error: "Enter a reason", path: ["note"] }),
  );
export type DecideRiskAcceptance = z.infer<typeof DecideRiskAcceptance>;
