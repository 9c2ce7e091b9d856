import { brand } from "#brand";
import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { toCents } from "#domain/money/money.ts";
import {
  defaultProbability,
  FIGURES_DAYS,
  type PipelineCard,
  type PipelineStage,
  proposalStage,
} from "#domain/proposals/pipeline.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { currentStatus, type ProposalStatus } from "#domain/proposals/proposal-status.ts";
import type { Query } from "#server/database/database.ts";

const EMPTY_PRICE = { status: null, value: null, probability: null };

/** The latest cards of a stage, and the number of all. */
type LatestCards = { cards: PipelineCard[]; count: number };

/** The times from the inquiries of the last 12 months to the first reply. */
export async function readReplyTimes(query: Query, today: CalendarDate) {
  const rows = await query(
    `select created_at, replied_at from public.contact_inquiries
      where (replied_at at time zone $1)::date >= $2::date`,
    [brand.timeZone, addDays(today, -FIGURES_DAYS)],
  );
  return rows.map((row) => ({ from: toInstant(row.created_at), to: toInstant(row.replied_at) }));
}

/** Reads the latest open inquiries without a proposal. `limit` is null for all. */
export async function readInquiries(query: Query, limit: number | null): Promise<LatestCards> {
  const rows = await query(
    `select inquiry.id, inquiry.reference, inquiry.company, inquiry.service_interest, inquiry.created_at,
            count(*) over ()::integer as total
       from public.contact_inquiries as inquiry
      where inquiry.status <> 'closed'
        and not exists (select from public.proposals as proposal where proposal.inquiry_id = inquiry.id)
      order by inquiry.created_at desc, inquiry.id limit $1`,
    [limit],
  );
  const cards = rows.map(
    ({ id, reference, company, ...row }): PipelineCard => ({
      ...{ id, stage: "inquiry", title: row.service_interest, company, reference },
      ...EMPTY_PRICE,
      since: toFirmDate(row.created_at),
    }),
  );
  return { cards, count: rows[0]?.total ?? 0 };
}

/** Reads the latest pending quote requests without a proposal. `limit` is null for all. */
export async function readQuoteRequests(query: Query, limit: number | null): Promise<LatestCards> {
  const rows = await query(
    `select booking.id, booking.service_type, booking.created_at, client.company,
            count(*) over ()::integer as total
       from public.service_bookings as booking join public.clients as client on client.id = booking.client_id
      where booking.kind = 'quote' and booking.status = 'pending'
        and not exists (select from public.proposals as proposal where proposal.booking_id = booking.id)
      order by booking.created_at desc, booking.id limit $1`,
    [limit],
  );
  const cards = rows.map(
    ({ id, company, ...row }): PipelineCard => ({
      ...{ id, stage: "quote", title: row.service_type, company, reference: "" },
      ...EMPTY_PRICE,
      since: toFirmDate(row.created_at),
    }),
  );
  return { cards, count: rows[0]?.total ?? 0 };
}

/** The columns of a proposal that the figures require. Cards are read separately, because most are not shown. */
export type PipelineProposal = Pick<PipelineCard, "id" | "stage" | "value"> & {
  status: ProposalStatus;
  probability: number;
  firstSentAt: Instant | null;
  closedAt: Instant | null;
  /** When the proposal was decided or expired. Null for an open one. */
  decidedOn: CalendarDate | null;
};

/** Reads all open proposals, and those decided in the last 12 months. The latest in their stage are first. */
export async function readProposals(query: Query, today: CalendarDate): Promise<PipelineProposal[]> {
  const rows = await query(
    `select proposal.id, proposal.status, proposal.value, proposal.valid_until::text, forecast.probability,
            case when proposal.closed_at is not null then proposal.first_sent_at end as first_sent_at, proposal.closed_at
       from public.proposals as proposal
       left join public.proposal_forecasts as forecast on forecast.proposal_id = proposal.id
      where proposal.closed_at is null or (proposal.closed_at at time zone $1)::date >= $2::date
      order by coalesce(proposal.closed_at, proposal.viewed_at, proposal.sent_at, proposal.created_at) desc, proposal.id`,
    [brand.timeZone, addDays(today, -FIGURES_DAYS)],
  );
  return rows.map((row) => {
    const status = currentStatus({ status: row.status, validUntil: row.valid_until }, today);
    const stage = proposalStage(status);
    const isDecided = stage === "decided";
    return {
      ...{ id: row.id, stage, status, value: toCents(row.value) },
      probability: (isDecided ? null : row.probability) ?? defaultProbability(status),
      firstSentAt: toInstant(row.first_sent_at),
      closedAt: toInstant(row.closed_at),
      decidedOn: isDecided ? findDecisionDate(row.closed_at, row.valid_until) : null,
    };
  });
}

/** An expired proposal has no `closedAt` until the job has stored its status. */
function findDecisionDate(closedAt: Date | null, validUntil: CalendarDate | null): CalendarDate | null {
  return closedAt ? toFirmDate(closedAt) : validUntil && addDays(validUntil, 1);
}

/** Reads the cards of proposals, in their order. */
export async function readProposalCards(
  query: Query,
  proposals: readonly PipelineProposal[],
): Promise<PipelineCard[]> {
  const rows = await query(
    `select proposal.id, proposal.number, proposal.title, proposal.created_at, proposal.sent_at, proposal.viewed_at,
            coalesce(client.company, inquiry.company, '') as company
       from public.proposals as proposal
       left join public.clients as client on client.id = proposal.client_id
       left join public.contact_inquiries as inquiry on inquiry.id = proposal.inquiry_id
      where proposal.id = any ($1::uuid[])`,
    [proposals.map(({ id }) => id)],
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return proposals.flatMap(({ id, stage, status, value, probability, decidedOn }) => {
    // A proposal that was deleted since has no row.
    const row = rowsById.get(id);
    return row
      ? {
          ...{ id, stage, title: row.title, company: row.company, status, value, probability },
          reference: getProposalReference(row.number),
          since: decidedOn ?? toFirmDate(findStageStart(row, stage)),
        }
      : [];
  });
}

type StageTimes = { created_at: Date; sent_at: Date | null; viewed_at: Date | null };

function findStageStart(times: StageTimes, stage: PipelineStage): Date {
  const { created_at: createdAt, sent_at: sentAt, viewed_at: viewedAt } = times;
  switch (stage) {
    case "sent":
      return sentAt ?? createdAt;
    case "viewed":
      return viewedAt ?? sentAt ?? createdAt;
    default:
      return createdAt;
  }
}

function toFirmDate(at: Date): CalendarDate {
  return dateInTimeZone(at, brand.timeZone);
}
