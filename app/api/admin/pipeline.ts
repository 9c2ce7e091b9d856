import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { PROPOSALS_KEY } from "#app/api/shared/proposals-key.ts";
import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { type Cents, toCents } from "#domain/money/money.ts";
import {
  conversionRate,
  defaultProbability,
  medianDecisionHours,
  type PipelineStage,
  proposalStage,
} from "#domain/proposals/pipeline.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { currentStatus, type ProposalStatus } from "#domain/proposals/proposal-status.ts";

/** The largest number of cards of each kind. */
const MAX_CARDS = 500;
const DECIDED_DAYS = 90;
const FIGURES_DAYS = 365;

/** An inquiry, a quote request or a proposal on the board. */
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
  /** Since when the card is in its column. */
  since: CalendarDate;
};

type PipelineOptions = { today: CalendarDate; timeZone: string };

async function fetchPipeline({ today, timeZone }: PipelineOptions) {
  const supabase = await getSupabase("admin");
  const [inquiries, quotes, open, decided, forecasts] = await Promise.all([
    supabase
      .from("contact_inquiries")
      .select("id, reference, company, service_interest, created_at, proposals(id)")
      .neq("status", "closed")
      .order("created_at")
      .limit(MAX_CARDS),
    supabase
      .from("service_bookings")
      .select("id, service_type, created_at, clients(company), proposals(id)")
      .eq("kind", "quote")
      .eq("status", "pending")
      .order("created_at")
      .limit(MAX_CARDS),
    selectProposals(supabase).in("status", ["draft", "sent", "viewed"]).order("created_at").limit(MAX_CARDS),
    selectProposals(supabase)
      .gte("closed_at", addDays(today, -FIGURES_DAYS))
      .order("closed_at", { ascending: false })
      .limit(MAX_CARDS),
    supabase.from("proposal_forecasts").select("proposal_id, probability").limit(MAX_CARDS),
  ]);
  const probabilities = new Map(
    unwrap(forecasts).map(({ proposal_id, probability }) => [proposal_id, probability]),
  );
  const toDate = (at: Instant) => dateInTimeZone(new Date(at), timeZone);
  const toCard = (proposal: ListedProposal): PipelineCard => {
    const status = currentStatus({ status: proposal.status, validUntil: proposal.valid_until }, today);
    const stage = proposalStage(status);
    return {
      ...{ id: proposal.id, stage, status, title: proposal.title },
      company: proposal.clients?.company ?? proposal.contact_inquiries?.company ?? "",
      reference: getProposalReference(proposal.number),
      value: toCents(proposal.value),
      probability:
        stage === "decided"
          ? defaultProbability(status)
          : (probabilities.get(proposal.id) ?? defaultProbability(status)),
      since: toDate(findStageStart(proposal, stage)),
    };
  };
  const closed = unwrap(decided);
  const firstDecided = addDays(today, -DECIDED_DAYS);
  const cards: PipelineCard[] = [
    ...unwrap(inquiries)
      .filter(({ proposals }) => proposals.length === 0)
      .map((inquiry) => ({
        ...{ id: inquiry.id, stage: "inquiry" as const, title: inquiry.service_interest },
        ...{ company: inquiry.company, reference: inquiry.reference, since: toDate(inquiry.created_at) },
        ...EMPTY_PRICE,
      })),
    ...unwrap(quotes)
      .filter(({ proposals }) => proposals.length === 0)
      .map((quote) => ({
        ...{ id: quote.id, stage: "quote" as const, title: quote.service_type },
        ...{ company: quote.clients.company, reference: "", since: toDate(quote.created_at) },
        ...EMPTY_PRICE,
      })),
    ...unwrap(open).map(toCard),
    ...closed.map(toCard).filter(({ since }) => since >= firstDecided),
  ];
  return { cards, conversion: conversionRate(closed), decisionHours: medianDecisionHours(closed) };
}

const EMPTY_PRICE = { status: null, value: null, probability: null };

function selectProposals(supabase: Awaited<ReturnType<typeof getSupabase>>) {
  return supabase
    .from("proposals")
    .select(
      "id, number, title, status, value, valid_until, created_at, first_sent_at, sent_at, viewed_at, closed_at, clients(company), contact_inquiries(company)",
    );
}
type ListedProposal = NonNullable<Awaited<ReturnType<typeof selectProposals>>["data"]>[number];

function findStageStart(proposal: ListedProposal, stage: PipelineStage): Instant {
  const { created_at: createdAt, sent_at: sentAt, viewed_at: viewedAt, closed_at: closedAt } = proposal;
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

/** All cards of the pipeline, and the figures of the last 12 months. */
export function pipelineQuery(options: PipelineOptions) {
  return queryOptions({
    queryKey: [PROPOSALS_KEY, "admin", "pipeline", options],
    queryFn: () => fetchPipeline(options),
  });
}
