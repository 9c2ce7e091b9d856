import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { type Cents, cents, sumCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { ProposalStatus } from "#domain/proposals/proposal-status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** The columns of the pipeline, from the first contact to the decision, with what each one contains. */
export const PIPELINE_STAGES = {
  inquiry: { label: "Inquiries", hint: "Open, without a proposal" },
  quote: { label: "Quote requests", hint: "Pending, without a proposal" },
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

/** `value` and `probability` are null for inquiries and quote requests. */
type ValuedCard = { stage: PipelineStage; value: Cents | null; probability: number | null };

/** The sum of the proposals that are not decided, and the same weighted with their probabilities. Each part is rounded down. */
export function pipelineValue(cards: readonly ValuedCard[]): { open: Cents; weighted: Cents } {
  const open = cards.filter(({ stage }) => stage !== "decided");
  return {
    open: sumCents(open.map(({ value }) => value ?? ZERO_CENTS)),
    weighted: sumCents(
      open.map(({ value, probability }) => cents(Math.floor(((value ?? 0) * (probability ?? 0)) / 100))),
    ),
  };
}

type ClosedProposal = { status: ProposalStatus; first_sent_at: Instant | null; closed_at: Instant | null };

/** The share of decided proposals that were accepted, in percent. Null if none is decided. */
export function conversionRate(proposals: readonly Pick<ClosedProposal, "status">[]): number | null {
  const decided = proposals.filter(({ status }) => proposalStage(status) === "decided");
  const accepted = decided.filter(({ status }) => status === "accepted");
  return decided.length === 0 ? null : Math.round((accepted.length / decided.length) * 100);
}

const MS_PER_HOUR = 3_600_000;

/**
 * The median time in hours from sending a proposal until the client accepts or declines it. Null without a decision.
 */
export function medianDecisionHours(proposals: readonly ClosedProposal[]): number | null {
  const hours = proposals
    .flatMap(({ status, first_sent_at: sentAt, closed_at: closedAt }) =>
      (status === "accepted" || status === "declined") && sentAt && closedAt
        ? [(Date.parse(closedAt) - Date.parse(sentAt)) / MS_PER_HOUR]
        : [],
    )
    .toSorted((one, other) => one - other);
  const upper = hours[Math.floor(hours.length / 2)];
  const lower = hours[Math.ceil(hours.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

const HOURS_PER_DAY = 24;
/** Longer times are shown in days. */
const MAX_SHOWN_HOURS = 48;

/** Formats hours as "5 hours" below two days, and as "3 days" from then on. */
export function formatDecisionTime(hours: number): string {
  return hours < MAX_SHOWN_HOURS
    ? formatCount(Math.round(hours), "hour")
    : formatCount(Math.round(hours / HOURS_PER_DAY), "day");
}

/** How long a card has been in its column, such as "Today" or "3 days". */
export function formatAge(since: CalendarDate, today: CalendarDate): string {
  const days = Math.max(0, daysBetween(since, today));
  return days === 0 ? "Today" : formatCount(days, "day");
}
