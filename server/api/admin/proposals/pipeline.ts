import { Hono } from "hono";
import { z } from "zod";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { ZERO_CENTS } from "#domain/money/money.ts";
import {
  PIPELINE_PAGE_SIZE,
  PIPELINE_STAGES,
  type PipelineCard,
  type PipelineStage,
} from "#domain/proposals/pipeline.ts";
import { listKeys } from "#domain/status.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { validateQuery } from "#server/http/validate.ts";
import {
  readDecisionHours,
  readProposalFigures,
  readReplyHours,
} from "#server/proposals/pipeline/read-figures.ts";
import { readProposalCards } from "#server/proposals/pipeline/read-proposal-cards.ts";
import { readInquiries, readQuoteRequests } from "#server/proposals/pipeline/read-requests.ts";
import type { Services } from "#server/services.ts";

const MAX_CARDS = 100_000;
const CardQuery = z.object({
  stage: z.enum(listKeys(PIPELINE_STAGES)).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_CARDS).optional(),
});

/**
 * `GET /api/admin/pipeline` returns the figures of the pipeline, and the number, the value and the latest cards of each stage. `GET
 * /api/admin/pipeline/cards` returns all cards, or the latest `limit` cards of one stage.
 */
export function createPipelineRoutes({ database, now }: Pick<Services, "database" | "now">) {
  return new Hono<CallerEnv>()
    .get("/pipeline", async (context) => {
      const today = firmToday(now());
      const figures = await database.asCaller(context.var.caller, (query) => readPipeline(query, today));
      return context.json({ success: true, ...figures });
    })
    .get("/pipeline/cards", validateQuery(CardQuery, "This stage doesn't exist."), async (context) => {
      const today = firmToday(now());
      const { stage, limit } = context.req.valid("query");
      const cards = await database.asCaller(context.var.caller, (query) =>
        readCards(query, today, { stage, limit: limit ?? null }),
      );
      return context.json({ success: true, cards });
    });
}

const PROPOSAL_STAGES = ["draft", "sent", "viewed", "decided"] as const satisfies readonly PipelineStage[];

/** Reads the figures of the pipeline, and each stage with its latest cards. */
async function readPipeline(query: Query, today: CalendarDate) {
  const limit = PIPELINE_PAGE_SIZE;
  const { stages: proposals, ...figures } = await readProposalFigures(query, today);
  const cards = await readProposalCards(query, { today, stages: PROPOSAL_STAGES, limit });
  const requests = {
    inquiry: await readInquiries(query, limit),
    quote: await readQuoteRequests(query, limit),
  };
  const stages = listKeys(PIPELINE_STAGES).map((stage) => {
    if (stage === "inquiry" || stage === "quote") {
      return { stage, value: ZERO_CENTS, ...requests[stage] };
    }
    const { count, value } = proposals[stage] ?? { count: 0, value: ZERO_CENTS };
    return { stage, value, count, cards: cards.filter((card) => card.stage === stage) };
  });
  return {
    ...{ stages, ...figures },
    decisionHours: await readDecisionHours(query, today),
    replyHours: await readReplyHours(query, today),
  };
}

type CardSelection = { stage: PipelineStage | undefined; limit: number | null };

/** Reads the latest cards of a stage, or of all stages. */
async function readCards(
  query: Query,
  today: CalendarDate,
  { stage, limit }: CardSelection,
): Promise<PipelineCard[]> {
  if (stage === "inquiry") {
    return (await readInquiries(query, limit)).cards;
  }
  if (stage === "quote") {
    return (await readQuoteRequests(query, limit)).cards;
  }
  if (stage) {
    return readProposalCards(query, { today, stages: [stage], limit });
  }
  const inquiries = await readInquiries(query, limit);
  const requests = await readQuoteRequests(query, limit);
  const proposals = await readProposalCards(query, { today, stages: PROPOSAL_STAGES, limit });
  return [...inquiries.cards, ...requests.cards, ...proposals].slice(0, limit ?? undefined);
}
