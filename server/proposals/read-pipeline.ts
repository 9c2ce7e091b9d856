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

/**
 * Reads all open inquiries, pending quote requests and open proposals, and the proposals decided in the last 12 months, which the
 * figures need. Each stage is sorted by when its cards entered it, the latest first.
 */
export async function readPipeline(query: Query, today: CalendarDate) {
  const proposals = await readProposals(query, today);
  const cards = [
    ...(await readInquiries(query)),
    ...(await readQuoteRequests(query)),
    ...proposals.map(({ card }) => card),
  ];
  return { cards, closed: proposals.map(({ closed }) => closed) };
}

/** The times from the inquiries of the last 12 months to the first reply. */
export async function readReplyTimes(query: Query, today: CalendarDate) {
  const rows = await query(
    `select created_at, replied_at from public.contact_inquiries
      where (replied_at at time zone $1)::date >= $2::date`,
    [brand.timeZone, addDays(today, -FIGURES_DAYS)],
  );
  return rows.map((row) => ({ from: toInstant(row.created_at), to: toInstant(row.replied_at) }));
}

async function readInquiries(query: Query): Promise<PipelineCard[]> {
  const rows = await query(
    `select inquiry.id, inquiry.reference, inquiry.company, inquiry.service_interest, inquiry.created_at
       from public.contact_inquiries as inquiry
      where inquiry.status <> 'closed'
        and not exists (select from public.proposals as proposal where proposal.inquiry_id = inquiry.id)
      order by inquiry.created_at desc, inquiry.id`,
  );
  return rows.map(({ id, reference, company, ...row }) => ({
    ...{ id, stage: "inquiry", title: row.service_interest, company, reference },
    ...EMPTY_PRICE,
    since: toFirmDate(row.created_at),
  }));
}

async function readQuoteRequests(query: Query): Promise<PipelineCard[]> {
  const rows = await query(
    `select booking.id, booking.service_type, booking.created_at, client.company
       from public.service_bookings as booking join public.clients as client on client.id = booking.client_id
      where booking.kind = 'quote' and booking.status = 'pending'
        and not exists (select from public.proposals as proposal where proposal.booking_id = booking.id)
      order by booking.created_at desc, booking.id`,
  );
  return rows.map(({ id, company, ...row }) => ({
    ...{ id, stage: "quote", title: row.service_type, company, reference: "" },
    ...EMPTY_PRICE,
    since: toFirmDate(row.created_at),
  }));
}

async function readProposals(query: Query, today: CalendarDate) {
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
