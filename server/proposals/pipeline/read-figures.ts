import { brand } from "#brand";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, cents, sumCents, toCents, ZERO_CENTS } from "#domain/money/money.ts";
import {
  boardStart,
  conversionRate,
  figuresStart,
  listPipelineStates,
  type PipelineStage,
} from "#domain/proposals/pipeline.ts";
import type { Query } from "#server/database/database.ts";

/** The number of proposals in a stage, and their value. */
type StageFigures = { count: number; value: Cents };

/** The figures of all proposals. */
export type ProposalFigures = {
  stages: Partial<Record<PipelineStage, StageFigures>>;
  /** The value of the proposals that are not decided. */
  open: Cents;
  /** The same weighted with their probabilities. Each part is rounded down. */
  weighted: Cents;
  /** The share of decided proposals that were accepted, in percent. */
  conversion: number | null;
};

/**
 * Computes the figures of all open proposals, and of those decided in the last 12 months. PostgreSQL adds them up, because
 * reading thousands of rows takes longer.
 */
export async function readProposalFigures(query: Query, today: CalendarDate): Promise<ProposalFigures> {
  const rows = await query(
    `select state.stage, state."isOpen" as is_open,
            count(*) filter (where is_on_board)::integer as count,
            sum(proposal.value) filter (where is_on_board) as value,
            sum(floor(proposal.value * coalesce(forecast.probability, state.probability)))::float8 as weighted,
            count(*)::integer as total,
            count(*) filter (where state."isAccepted")::integer as accepted
       from (select status, value, id, coalesce(valid_until < $2::date, false) as has_expired,
                    coalesce(closed_at >= $4::date::timestamp at time zone $3,
                             status = 'draft' or valid_until >= $4::date - 1) as is_on_board
               from public.proposals
              where closed_at is null or closed_at >= $5::date::timestamp at time zone $3) as proposal
       join jsonb_to_recordset($1::jsonb)
              as state (stored text, "hasExpired" boolean, stage text, "isOpen" boolean, "isAccepted" boolean,
                        probability integer)
         on state.stored = proposal.status and state."hasExpired" = proposal.has_expired
       left join public.proposal_forecasts as forecast on forecast.proposal_id = proposal.id
      group by state.stage, state."isOpen"`,
    [
      JSON.stringify(listPipelineStates(today)),
      today,
      brand.timeZone,
      boardStart(today),
      figuresStart(today),
    ],
  );
  const open = rows.filter((row) => row.is_open);
  const decided = rows.find((row) => !row.is_open);
  const toValue = (row: (typeof rows)[number]) => (row.value === null ? ZERO_CENTS : toCents(row.value));
  return {
    stages: Object.fromEntries(rows.map((row) => [row.stage, { count: row.count, value: toValue(row) }])),
    open: sumCents(open.map(toValue)),
    // Dollars × percent are cents.
    weighted: sumCents(open.map(({ weighted }) => cents(weighted ?? 0))),
    conversion: conversionRate({ accepted: decided?.accepted ?? 0, decided: decided?.total ?? 0 }),
  };
}

/**
 * The median time in hours from sending a proposal until the client accepted or declined it, in the last 12 months. Null
 * without a decision.
 */
export async function readDecisionHours(query: Query, today: CalendarDate): Promise<number | null> {
  const [row] = await query(
    `select (percentile_cont(0.5) within group (order by extract(epoch from closed_at - first_sent_at)) / 3600)::float8 as hours
       from public.proposals
      where status in ('accepted', 'declined') and closed_at >= $2::date::timestamp at time zone $1`,
    [brand.timeZone, figuresStart(today)],
  );
  return row?.hours ?? null;
}

/** The median time in hours from the inquiries of the last 12 months to the first reply. Null without a reply. */
export async function readReplyHours(query: Query, today: CalendarDate): Promise<number | null> {
  const [row] = await query(
    `select (percentile_cont(0.5) within group (order by extract(epoch from replied_at - created_at)) / 3600)::float8 as hours
       from public.contact_inquiries
      where replied_at >= $2::date::timestamp at time zone $1`,
    [brand.timeZone, figuresStart(today)],
  );
  return row?.hours ?? null;
}
