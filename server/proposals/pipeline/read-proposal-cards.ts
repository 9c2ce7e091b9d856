import { brand } from "#brand";
import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { toCents } from "#domain/money/money.ts";
import {
  boardStart,
  defaultProbability,
  listPipelineStates,
  type PipelineCard,
  type PipelineStage,
  proposalStage,
} from "#domain/proposals/pipeline.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { currentStatus } from "#domain/proposals/proposal-status.ts";
import type { Query } from "#server/database/database.ts";

type CardSelection = {
  today: CalendarDate;
  stages: readonly PipelineStage[];
  /** The number of cards per stage. Null for all. */
  limit: number | null;
};

/** Reads the latest proposals on the board of each of the stages. The latest in their stage are first. */
export async function readProposalCards(
  query: Query,
  { today, stages, limit }: CardSelection,
): Promise<PipelineCard[]> {
  const rows = await query(
    `select latest.*, latest.valid_until::text as valid_until,
            (select forecast.probability from public.proposal_forecasts as forecast
              where forecast.proposal_id = latest.id) as probability,
            coalesce((select client.company from public.clients as client where client.id = latest.client_id),
                     (select inquiry.company from public.contact_inquiries as inquiry where inquiry.id = latest.inquiry_id),
                     '') as company
       from unnest($3::text[]) as shown (stage)
      cross join lateral (
         select proposal.id, proposal.status, proposal.valid_until, proposal.value, proposal.number, proposal.title,
                proposal.created_at, proposal.sent_at, proposal.viewed_at, proposal.closed_at, proposal.client_id,
                proposal.inquiry_id
           from public.proposals as proposal
           join jsonb_to_recordset($1::jsonb)
                  as state (stored text, "hasExpired" boolean, stage text, "isOpen" boolean)
             on state.stored = proposal.status
                and state."hasExpired" = coalesce(proposal.valid_until < $2::date, false)
          where state.stage = shown.stage
            and (state."isOpen"
                 or coalesce(proposal.closed_at >= $5::date::timestamp at time zone $4, proposal.valid_until >= $5::date - 1))
          order by coalesce(proposal.closed_at, proposal.viewed_at, proposal.sent_at, proposal.created_at) desc, proposal.id
          limit $6) as latest
      order by coalesce(latest.closed_at, latest.viewed_at, latest.sent_at, latest.created_at) desc, latest.id`,
    [JSON.stringify(listPipelineStates(today)), today, stages, brand.timeZone, boardStart(today), limit],
  );
  return rows.map((row): PipelineCard => {
    const status = currentStatus({ status: row.status, validUntil: row.valid_until }, today);
    const stage = proposalStage(status);
    const probability = (stage === "decided" ? null : row.probability) ?? defaultProbability(status);
    return {
      ...{ id: row.id, stage, title: row.title, company: row.company, status, value: toCents(row.value) },
      ...{ probability, reference: getProposalReference(row.number), since: findStageDate(row, stage) },
    };
  });
}

type StageTimes = {
  created_at: Date;
  sent_at: Date | null;
  viewed_at: Date | null;
  closed_at: Date | null;
  valid_until: CalendarDate | null;
};

function findStageDate(row: StageTimes, stage: PipelineStage): CalendarDate {
  const { created_at: createdAt, sent_at: sentAt, viewed_at: viewedAt, closed_at: closedAt } = row;
  switch (stage) {
    case "sent":
      return toFirmDate(sentAt ?? createdAt);
    case "viewed":
      return toFirmDate(viewedAt ?? sentAt ?? createdAt);
    case "decided":
      // An expired proposal has no `closedAt` until the job has stored its status.
      return closedAt || !row.valid_until ? toFirmDate(closedAt ?? createdAt) : addDays(row.valid_until, 1);
    default:
      return toFirmDate(createdAt);
  }
}

function toFirmDate(at: Date): CalendarDate {
  return dateInTimeZone(at, brand.timeZone);
}
