import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import { EVENT_FILTERS, type EventFilter } from "#server/payments/event-list.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/admin/square";
const LARGEST_BODY_BYTES = 1024;
const LAST_PAGE = 10_000;

/** An identifier of Square's: what cannot be one is unknown, and asks nothing of the database. */
const SquareId = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const LetGo = z.object({ merchantId: SquareId });

/**
 * What administrators see of Square behind the portal, which no browser may read in the database: `GET
 * /api/admin/square` (connection, run under way, last comparison), `/runs`, `/events`; and their acts: `POST /compare`
 * starts a comparing run, `/events/{id}/replay` has an event dealt with again, `/let-go` agrees to another account.
 */
export function adminSquare({ sessions, payments }: Pick<Services, "sessions" | "payments">): Hono {
  const app = new Hono();
  const small = bodyLimit({ maxSize: LARGEST_BODY_BYTES });
  app.use(`${PATH}/*`, async (context, next) => {
    await next();
    context.res.headers.set("Cache-Control", "no-store");
  });
  app.get(PATH, async (context) => {
    await sessions.requireAdmin(context);
    return context.json({ success: true, ...(await payments.overview()) });
  });
  app.get(`${PATH}/runs`, async (context) => {
    await sessions.requireAdmin(context);
    return context.json({ success: true, ...(await payments.listSyncs(pageOf(context))) });
  });
  app.get(`${PATH}/events`, async (context) => {
    await sessions.requireAdmin(context);
    const found = await payments.listEvents(filterOf(context), pageOf(context));
    return context.json({ success: true, ...found });
  });
  app.post(`${PATH}/compare`, small, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    return context.json({ success: true, runId: await payments.startSync("comparison", sub) }, 202);
  });
  app.post(`${PATH}/events/:id/replay`, small, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = SquareId.safeParse(context.req.param("id"));
    if (!id.success || !(await payments.replayEvent(id.data, sub)))
      throw new ApiError(404, "unknown_event", "This event does not exist any more.");
    return context.json({ success: true }, 202);
  });
  app.post(`${PATH}/let-go`, small, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const { merchantId } = await jsonBody(context, LetGo);
    if (!(await payments.letGoOf(merchantId, sub)))
      throw new ApiError(404, "unknown_merchant", "This account is connected, or was never.");
    return context.json({ success: true });
  });
  return app;
}

function pageOf(context: Context): number {
  const page = z.coerce
    .number()
    .int()
    .min(1)
    .max(LAST_PAGE)
    .safeParse(context.req.query("page") ?? "1");
  if (!page.success) throw new ApiError(400, "invalid_input", "There is no such page.");
  return page.data;
}

function filterOf(context: Context): EventFilter {
  const show = context.req.query("show") ?? "all";
  if (!isFilter(show)) throw new ApiError(400, "invalid_input", "There is no such filter.");
  return show;
}

function isFilter(text: string): text is EventFilter {
  return Object.hasOwn(EVENT_FILTERS, text);
}
