import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseJsonBody } from "#server/http/json-body.ts";
import { getSquareOverview, releaseMerchant } from "#server/payments/overview.ts";
import { listSyncs } from "#server/payments/sync/list-syncs.ts";
import { startSync } from "#server/payments/sync/start-sync.ts";
import {
  EVENT_FILTERS,
  type EventFilter,
  listEvents,
  replayEvent,
} from "#server/payments/webhooks/event-list.ts";
import type { Services } from "#server/services.ts";

const PATH = "/square";
const MAX_BODY_BYTES = 1024;
const MAX_PAGE = 10_000;
/** Runs or events per page. */
const PAGE_SIZE = 25;

/** A Square id. Any other text is an unknown id and is not sent to the database. */
const SquareId = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const ReleaseMerchant = z.object({ merchantId: SquareId });

/**
 * The Square integration for administrators, because browsers cannot read its tables: `GET /api/admin/square` returns
 * the connection, the current sync and the last comparison; `/runs` and `/events` return lists. `POST /compare` starts a
 * comparison, `/events/{id}/replay` processes an event again, and `/release` allows connecting a different account.
 */
export function adminSquareRoutes({ payments }: Pick<Services, "payments">): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  const small = bodyLimit({ maxSize: MAX_BODY_BYTES });
  app.use(`${PATH}/*`, async (context, next) => {
    await next();
    context.res.headers.set("Cache-Control", "no-store");
  });
  app.get(PATH, async (context) => {
    return context.json({ success: true, ...(await getSquareOverview(payments)) });
  });
  app.get(`${PATH}/runs`, async (context) => {
    return context.json({
      success: true,
      ...(await listSyncs(payments, { page: parsePage(context), size: PAGE_SIZE })),
    });
  });
  app.get(`${PATH}/events`, async (context) => {
    const events = await listEvents(payments, {
      show: parseFilter(context),
      page: parsePage(context),
      size: PAGE_SIZE,
    });
    return context.json({ success: true, ...events });
  });
  app.post(`${PATH}/compare`, small, async (context) => {
    const { sub } = context.var.caller;
    return context.json({ success: true, runId: await startSync(payments, "comparison", sub) }, 202);
  });
  app.post(`${PATH}/events/:id/replay`, small, async (context) => {
    const { sub } = context.var.caller;
    const id = SquareId.safeParse(context.req.param("id"));
    if (!id.success || !(await replayEvent(payments, id.data, sub))) {
      throw new ApiError(404, "unknown_event", "This event no longer exists.");
    }
    return context.json({ success: true }, 202);
  });
  app.post(`${PATH}/release`, small, async (context) => {
    const { sub } = context.var.caller;
    const { merchantId } = await parseJsonBody(context, ReleaseMerchant);
    if (!(await releaseMerchant(payments, merchantId, sub))) {
      throw new ApiError(404, "unknown_merchant", "This account is connected now, or was never connected.");
    }
    return context.json({ success: true });
  });
  return app;
}

function parsePage(context: Context): number {
  const page = z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE)
    .safeParse(context.req.query("page") ?? "1");
  if (!page.success) {
    throw new ApiError(400, "invalid_input", "This page doesn't exist.");
  }
  return page.data;
}

function parseFilter(context: Context): EventFilter {
  const show = context.req.query("show") ?? "all";
  if (!isFilter(show)) {
    throw new ApiError(400, "invalid_input", "Unknown filter.");
  }
  return show;
}

function isFilter(text: string): text is EventFilter {
  return Object.hasOwn(EVENT_FILTERS, text);
}
