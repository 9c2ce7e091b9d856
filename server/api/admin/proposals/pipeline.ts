import { Hono } from "hono";
import { z } from "zod";
import { firmToday } from "#domain/firm/firm-today.ts";
import {
  conversionRate,
  isOnBoard,
  medianDecisionHours,
  medianHours,
  PIPELINE_PAGE_SIZE,
  PIPELINE_STAGES,
  pipelineValue,
  totalValue,
} from "#domain/proposals/pipeline.ts";
import { listKeys } from "#domain/status.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { validateQuery } from "#server/http/validate.ts";
import { readPipeline, readReplyTimes } from "#server/proposals/read-pipeline.ts";
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
      const { cards, closed, replies } = await database.asCaller(context.var.caller, async (query) => ({
        ...(await readPipeline(query, today)),
        replies: await readReplyTimes(query, today),
      }));
      const stages = listKeys(PIPELINE_STAGES).map((stage) => {
        const all = cards.filter((card) => card.stage === stage && isOnBoard(card, today));
        const value = totalValue(all);
        return { stage, count: all.length, value, cards: all.slice(0, PIPELINE_PAGE_SIZE) };
      });
      return context.json({
        success: true,
        stages,
        ...pipelineValue(cards),
        conversion: conversionRate(cards),
        decisionHours: medianDecisionHours(closed),
        replyHours: medianHours(replies),
      });
    })
    .get("/pipeline/cards", validateQuery(CardQuery, "This stage doesn't exist."), async (context) => {
      const today = firmToday(now());
      const { stage, limit } = context.req.valid("query");
      const { cards } = await database.asCaller(context.var.caller, (query) => readPipeline(query, today));
      const selected = cards.filter((card) => isOnBoard(card, today) && (!stage || card.stage === stage));
      return context.json({ success: true, cards: selected.slice(0, limit) });
    });
}
