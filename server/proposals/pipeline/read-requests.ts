import { brand } from "#brand";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { PipelineCard } from "#domain/proposals/pipeline.ts";
import type { Query } from "#server/database/database.ts";

const EMPTY_PRICE = { status: null, value: null, probability: null };

/** The latest cards of a stage, and the number of all. */
type LatestCards = { cards: PipelineCard[]; count: number };

/** Reads the latest open inquiries without a proposal. `limit` is null for all. */
export async function readInquiries(query: Query, limit: number | null): Promise<LatestCards> {
  const rows = await query(
    `with open as not materialized (
       select inquiry.id, inquiry.reference, inquiry.company, inquiry.service_interest, inquiry.created_at
         from public.contact_inquiries as inquiry
        where inquiry.status <> 'closed'
          and not exists (select from public.proposals as proposal where proposal.inquiry_id = inquiry.id))
     select open.*, (select count(*)::integer from open as counted) as total
       from open order by open.created_at desc, open.id limit $1`,
    [limit],
  );
  const cards = rows.map(
    ({ id, reference, company, ...row }): PipelineCard => ({
      ...{ id, stage: "inquiry", title: row.service_interest, company, reference },
      ...EMPTY_PRICE,
      since: dateInTimeZone(row.created_at, brand.timeZone),
    }),
  );
  return { cards, count: rows[0]?.total ?? 0 };
}

/** Reads the latest pending quote requests without a proposal. `limit` is null for all. */
export async function readQuoteRequests(query: Query, limit: number | null): Promise<LatestCards> {
  const rows = await query(
    `with pending as not materialized (
       select booking.id, booking.service_type, booking.created_at, client.company
         from public.service_bookings as booking join public.clients as client on client.id = booking.client_id
        where booking.kind = 'quote' and booking.status = 'pending'
          and not exists (select from public.proposals as proposal where proposal.booking_id = booking.id))
     select pending.*, (select count(*)::integer from pending as counted) as total
       from pending order by pending.created_at desc, pending.id limit $1`,
    [limit],
  );
  const cards = rows.map(
    ({ id, company, ...row }): PipelineCard => ({
      ...{ id, stage: "quote", title: row.service_type, company, reference: "" },
      ...EMPTY_PRICE,
      since: dateInTimeZone(row.created_at, brand.timeZone),
    }),
  );
  return { cards, count: rows[0]?.total ?? 0 };
}
