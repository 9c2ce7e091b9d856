import { brand } from "#brand";
import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { toCents } from "#domain/money/money.ts";
import {
  defaultProbability,
  FIGURES_DAYS,
  type PipelineCard,
  type PipelineStage,
  proposalStage,
} from "#domain/proposals/pipeline.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { currentStatus } from "#domain/proposals/proposal-status.ts";
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

/** Reads all open proposals, and those decided in the last 12 months, which the figures need. The latest in their stage are first. */
export async function readProposals(query: Query, today: CalendarDate) {
  const rows = await query(
    `select proposal.id, proposal.number, proposal.title, proposal.status, proposal.value, proposal.valid_until::text,
            proposal.created_at, proposal.first_sent_at, proposal.sent_at, proposal.viewed_at, proposal.closed_at,
            coalesce(client.company, inquiry.company, '') as company, forecast.probability
       from public.proposals as proposal
       left join public.clients as client on client.id = proposal.client_id
       left join public.contact_inquiries as inquiry on inquiry.id = proposal.inquiry_id
       left join public.proposal_forecasts as forecast on forecast.proposal_id = proposal.id
      where proposal.closed_at is null or (proposal.closed_at at time zone $1)::date >= $2::date
      order by coalesce(proposal.closed_at, proposal.viewed_at, proposal.sent_at, proposal.created_at) desc, proposal.id`,
    [brand.timeZone, addDays(today, -FIGURES_DAYS)],
  );
  return rows.map((row) => {
    const status = currentStatus({ status: row.status, validUntil: row.valid_until }, today);
    const stage = proposalStage(status);
    const card: PipelineCard = {
      ...{ id: row.id, stage, title: row.title, company: row.company, status },
      reference: getProposalReference(row.number),
      value: toCents(row.value),
      probability:
        stage === "decided" ? defaultProbability(status) : (row.probability ?? defaultProbability(status)),
      // The job stores the status of an expired proposal later.
      since:
        status === "expired" && !row.closed_at && row.valid_until
          ? addDays(row.valid_until, 1)
          : toFirmDate(findStageStart(row, stage)),
    };
    const closed = {
      status,
      first_sent_at: toInstant(row.first_sent_at),
      closed_at: toInstant(row.closed_at),
    };
    return { card, closed };
  });
}

type StageTimes = { created_at: Date; sent_at: Date | null; viewed_at: Date | null; closed_at: Date | null };

function findStageStart(times: StageTimes, stage: PipelineStage): Date {
  const { created_at: createdAt, sent_at: sentAt, viewed_at: viewedAt, closed_at: closedAt } = times;
  switch (stage) {
    case "sent":
      return sentAt ?? createdAt;
    case "viewed":
      return viewedAt ?? sentAt ?? createdAt;
    case "decided":
      return closedAt ?? viewedAt ?? sentAt ?? createdAt;
    default:
      return createdAt;
  }
}

function toFirmDate(at: Date): CalendarDate {
  return dateInTimeZone(at, brand.timeZone);
}
