import { addDays, type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
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
export const DECIDED_DAYS = 90;
/** The days before today that the figures of past decisions and replies include. */
export const FIGURES_DAYS = 365;

/** Whether a proposal is on the board. Decided proposals leave it after 90 days. */
export function isOnBoard(decidedOn: CalendarDate | null, today: CalendarDate): boolean {
  return decidedOn === null || decidedOn >= addDays(today, -DECIDED_DAYS);
}

type ValuedCard = Pick<PipelineCard, "stage" | "value" | "probability">;

/** The sum of the proposals that are not decided, and the same weighted with their probabilities. Each part is rounded down. */
export function pipelineValue(cards: readonly ValuedCard[]): { open: Cents; weighted: Cents } {
  const open = cards.filter(({ stage }) => stage !== "decided");
  return {
    open: totalValue(open),
    weighted: sumCents(
      open.map(({ value, probability }) => cents(Math.floor(((value ?? 0) * (probability ?? 0)) / 100))),
    ),
  };
}

/** The sum of the values. Inquiries and quote requests have none. */
export function totalValue(cards: readonly Pick<PipelineCard, "value">[]): Cents {
  return sumCents(cards.map(({ value }) => value ?? ZERO_CENTS));
}

/** The share of decided proposals that were accepted, in percent. Null if none is decided. */
export function conversionRate(cards: readonly Pick<PipelineCard, "stage" | "status">[]): number | null {
  const decided = cards.filter(({ stage }) => stage === "decided");
  const accepted = decided.filter(({ status }) => status === "accepted");
  return decided.length === 0 ? null : Math.round((accepted.length / decided.length) * 100);
}

type ClosedProposal = { status: ProposalStatus; firstSentAt: Instant | null; closedAt: Instant | null };

/** The median time in hours from sending a proposal until the client accepts or declines it. Null without a decision. */
export function medianDecisionHours(proposals: readonly ClosedProposal[]): number | null {
  return medianHours(
    proposals
      .filter(({ status }) => status === "accepted" || status === "declined")
      .map(({ firstSentAt: from, closedAt: to }) => ({ from, to })),
  );
}

const MS_PER_HOUR = 3_600_000;

/** The median time in hours. Ignores periods without a start or an end. Null without any other. */
export function medianHours(periods: readonly { from: Instant | null; to: Instant | null }[]): number | null {
  const hours = periods
    .flatMap(({ from, to }) => (from && to ? [(Date.parse(to) - Date.parse(from)) / MS_PER_HOUR] : []))
    .toSorted((one, other) => one - other);
  const upper = hours[Math.floor(hours.length / 2)];
  const lower = hours[Math.ceil(hours.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
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
