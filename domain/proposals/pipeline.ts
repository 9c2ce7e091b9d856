import { addDays, type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import type { Cents } from "#domain/money/money.ts";
import { currentStatus, PROPOSAL_STATUSES, type ProposalStatus } from "#domain/proposals/proposal-status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** The columns of the pipeline, from the first contact to the decision, with what each one contains. */
export const PIPELINE_STAGES = {
  inquiry: { label: "Inquiries", hint: "No proposal yet" },
  quote: { label: "Quote requests", hint: "No proposal yet" },
  draft: { label: "Drafts", hint: "Not sent yet" },
  sent: { label: "Sent", hint: "Not viewed yet" },
  viewed: { label: "Viewed", hint: "No decision yet" },
  decided: { label: "Decided", hint: "In the last 90 days" },
} as const satisfies Record<string, { label: string; hint: string }>;
export type PipelineStage = keyof typeof PIPELINE_STAGES;

/** The column of a proposal. */
export function proposalStage(status: ProposalStatus): PipelineStage {
  return status === "draft" || status === "sent" || status === "viewed" ? status : "decided";
}

const PROBABILITIES = {
  draft: 20,
  sent: 40,
  viewed: 60,
  accepted: 100,
  declined: 0,
  expired: 0,
  withdrawn: 0,
} satisfies Record<ProposalStatus, number>;

/** The probability that a proposal with this status is accepted, in percent, unless an administrator set another one. */
export function defaultProbability(status: ProposalStatus): number {
  return PROBABILITIES[status];
}

/** An inquiry, a quote request or a proposal in the pipeline. */
export type PipelineCard = {
  id: string;
  stage: PipelineStage;
  title: string;
  company: string;
  reference: string;
  /** Null for inquiries and quote requests. */
  status: ProposalStatus | null;
  value: Cents | null;
  probability: number | null;
  /** Since when the card is in its column, in the firm's time zone. */
  since: CalendarDate;
};

/** The number of cards of each stage that are shown at first. "Show more" adds the same number. */
export const PIPELINE_PAGE_SIZE = 20;

/** How long a decided proposal stays in its column. */
const DECIDED_DAYS = 90;
/** The days before today that the figures of past decisions and replies include. */
const FIGURES_DAYS = 365;

/** The first day whose decisions are on the board. */
export function boardStart(today: CalendarDate): CalendarDate {
  return addDays(today, -DECIDED_DAYS);
}

/** The first day whose decisions and replies the figures include. */
export function figuresStart(today: CalendarDate): CalendarDate {
  return addDays(today, -FIGURES_DAYS);
}

/** What a stored status means today. `hasExpired` is whether the last day of the proposal has passed. */
export type PipelineState = {
  stored: ProposalStatus;
  hasExpired: boolean;
  stage: PipelineStage;
  isOpen: boolean;
  isAccepted: boolean;
  probability: number;
};

/** All stored statuses before and after the last day, so that statements count and sort with the rules of this module. */
export function listPipelineStates(today: CalendarDate): PipelineState[] {
  return PROPOSAL_STATUSES.flatMap((stored) =>
    [false, true].map((hasExpired): PipelineState => {
      const status = currentStatus(
        { status: stored, validUntil: hasExpired ? addDays(today, -1) : today },
        today,
      );
      const stage = proposalStage(status);
      return {
        ...{ stored, hasExpired, stage, isOpen: stage !== "decided" },
        isAccepted: status === "accepted",
        probability: defaultProbability(status),
      };
    }),
  );
}

/** The share of decided proposals that were accepted, in percent. Null if none is decided. */
export function conversionRate({ accepted, decided }: { accepted: number; decided: number }): number | null {
  return decided === 0 ? null : Math.round((accepted / decided) * 100);
}

const HOURS_PER_DAY = 24;
/** Longer times are shown in days. */
const MAX_SHOWN_HOURS = 48;

/** Formats hours as "Under 1 hour", as "5 hours" below two days, and as "3 days" from then on. */
export function formatMedianTime(hours: number): string {
  if (hours < 1) {
    return "Under 1 hour";
  }
  return hours < MAX_SHOWN_HOURS
    ? formatCount(Math.round(hours), "hour")
    : formatCount(Math.round(hours / HOURS_PER_DAY), "day");
}

/** How long a card has been in its column, such as "Today" or "3 days". */
export function formatAge(since: CalendarDate, today: CalendarDate): string {
  const days = Math.max(0, daysBetween(since, today));
  return days === 0 ? "Today" : formatCount(days, "day");
}
