import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { SquareWritingForm } from "#domain/square/writing.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams, validateQuery } from "#server/http/validate.ts";
import { listLocations, saveExcludedLocations } from "#server/payments/connection/locations.ts";
import { getSquareOverview, releaseMerchant } from "#server/payments/overview.ts";
import { listSyncs } from "#server/payments/sync/list-syncs.ts";
import { startSync } from "#server/payments/sync/start-sync.ts";
import {
  EVENT_FILTERS,
  type EventFilter,
  listEvents,
  replayEvent,
} from "#server/payments/webhooks/event-list.ts";
import { getWritingSettings, saveWritingSettings } from "#server/payments/writing/writing-settings.ts";
import type { Services } from "#server/services.ts";

const PATH = "/square";
const MAX_BODY_BYTES = 1024;
/** Square allows 300 locations per account. */
const MAX_LOCATIONS = 300;
const MAX_LOCATIONS_BODY_BYTES = 65_536;
const MAX_PAGE = 10_000;
const UNKNOWN_PAGE_MESSAGE = "This page doesn't exist.";
/** Runs or events per page. */
const PAGE_SIZE = 25;

/** A Square id. Other text is treated as an unknown id and never reaches the database. */
const SquareId = z.string().regex(/^[\x21-\x7e]{1,200}$/);
const EventPath = z.object({ id: SquareId });
const ReleaseMerchant = z.object({ merchantId: SquareId });
const SaveLocations = z.object({ excludedLocationIds: z.array(SquareId).max(MAX_LOCATIONS) });
const PageNumber = z.coerce.number().int().min(1).max(MAX_PAGE).default(1);
const PageQuery = z.object({ page: PageNumber });
const EventListQuery = z.object({
  show: z.string().default("all"),
  page: PageNumber,
});

/**
 * The Square integration for administrators, because browsers cannot read its tables: `GET /api/admin/square` returns
 * the connection, the current sync and the last comparison; `/runs`, `/events` and `/locations` return lists.
 * `PUT /locations` stores the locations that are not synced. `POST /compare` starts a comparison,
 * `/events/{id}/replay` processes an event again, and `/release` allows connecting a different account. `GET` and
 * `PUT /writing` read and change whether invoices can be created in Square.
 */
export function createAdminSquareRoutes({ payments }: Pick<Services, "payments">) {
  const limitBody = bodyLimit({ maxSize: MAX_BODY_BYTES });
  return new Hono<CallerEnv>()
    .use(`${PATH}/*`, async (context, next) => {
      await next();
      context.res.headers.set("Cache-Control", "no-store");
    })
    .get(PATH, async (context) => {
      return context.json({ success: true, ...(await getSquareOverview(payments)) });
    })
    .get(`${PATH}/runs`, validateQuery(PageQuery, UNKNOWN_PAGE_MESSAGE), async (context) => {
      const { page } = context.req.valid("query");
      return context.json({ success: true, ...(await listSyncs(payments, { page, size: PAGE_SIZE })) });
    })
    .get(`${PATH}/events`, validateQuery(EventListQuery, UNKNOWN_PAGE_MESSAGE), async (context) => {
      const { show, page } = context.req.valid("query");
      return context.json({
        success: true,
        ...(await listEvents(payments, { show: parseEventFilter(show), page, size: PAGE_SIZE })),
      });
    })
    .get(`${PATH}/locations`, async (context) => {
      return context.json({ success: true, locations: await listLocations(payments) });
    })
    .put(
      `${PATH}/locations`,
      validateJson(SaveLocations, { maxBytes: MAX_LOCATIONS_BODY_BYTES }),
      async (context) => {
        const { sub } = context.var.caller;
        await saveExcludedLocations(payments, context.req.valid("json").excludedLocationIds, sub);
        return context.json({ success: true });
      },
    )
    .get(`${PATH}/writing`, async (context) => {
      const { excludedLocationIds: _, ...settings } = await getWritingSettings(payments);
      return context.json({ success: true, ...settings });
    })
    .put(
      `${PATH}/writing`,
      validateJson(SquareWritingForm, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        await saveWritingSettings(payments, context.req.valid("json"), context.var.caller.sub);
        return context.json({ success: true });
      },
    )
    .post(`${PATH}/compare`, limitBody, async (context) => {
      const { sub } = context.var.caller;
      return context.json({ success: true, runId: await startSync(payments, "comparison", sub) }, 202);
    })
    .post(
      `${PATH}/events/:id/replay`,
      limitBody,
      validateParams(EventPath, unknownEventError),
      async (context) => {
        const { sub } = context.var.caller;
        if (!(await replayEvent(payments, context.req.valid("param").id, sub))) {
          throw unknownEventError();
        }
        return context.json({ success: true }, 202);
      },
    )
    .post(`${PATH}/release`, validateJson(ReleaseMerchant, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const { sub } = context.var.caller;
      const { merchantId } = context.req.valid("json");
      if (!(await releaseMerchant(payments, merchantId, sub))) {
        throw new ApiError(
          404,
          "unknown_merchant",
          "This isn't a disconnected Square account. Reload the page.",
        );
      }
      return context.json({ success: true });
    });
}

function parseEventFilter(show: string): EventFilter {
  if (!isEventFilter(show)) {
    throw new ApiError(400, "invalid_input", "Unknown filter.");
  }
  return show;
}

function isEventFilter(text: string): text is EventFilter {
  return Object.hasOwn(EVENT_FILTERS, text);
}

function unknownEventError(): ApiError {
  return new ApiError(404, "unknown_event", "This event no longer exists.");
}
