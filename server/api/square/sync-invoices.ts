import { type Context, Hono } from "hono";
import { z } from "zod";
import { type CallerEnv, requireAdmin } from "#server/auth/guards.ts";
import { ApiError, createErrorHandler } from "#server/http/errors.ts";
import { getSyncRun, startSync, waitForSync } from "#server/payments/sync/start-sync.ts";
import type { SyncRun } from "#server/payments/sync/sync-runs.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/square/sync-invoices";
/** Below the usual proxy timeout of 30 s. */
const MAX_WAIT_MS = 25_000;

type Parts = Pick<Services, "sessions" | "payments" | "log"> & { maxWaitMs?: number };

/**
 * `GET` and `POST /api/square/sync-invoices` start a sync and respond when it is done, or with 202 if it takes longer.
 * With `runId` they return the status of that sync without starting one.
 */
export function syncInvoiceRoutes({
  sessions,
  payments,
  log,
  maxWaitMs = MAX_WAIT_MS,
}: Parts): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  app.onError(async (error, context) => {
    // The dashboard shows `message`; other callers read `error`. Both have the same text.
    const response = await createErrorHandler(log)(error, context);
    const body = (await response.json()) as { error: string };
    return context.json({ ...body, message: body.error }, response.status as 500);
  });
  app.use(PATH, async (context, next) => {
    context.header("Cache-Control", "no-store");
    if (context.req.method !== "GET" && context.req.method !== "POST") {
      context.header("Allow", "GET, POST");
      return context.body(null, 405);
    }
    // This GET has side effects, so other sites must not be able to trigger it.
    if (context.req.header("sec-fetch-site") === "cross-site") {
      throw new ApiError(403, "cross_site", "Cross-site requests are not allowed.");
    }
    return next();
  });
  app.use(PATH, requireAdmin(sessions));
  app.on(["GET", "POST"], PATH, async (context) => {
    const { sub } = context.var.caller;
    const requestedRunId = context.req.query("runId");
    if (requestedRunId === undefined) {
      const runId = await startSync(payments, "button", sub);
      return respond(context, await waitForSync(payments, runId, maxWaitMs));
    }
    const isValidId = z.uuid().safeParse(requestedRunId).success;
    return respond(context, isValidId ? await getSyncRun(payments, requestedRunId) : null);
  });
  return app;
}

function respond(context: Context, run: SyncRun | null): Response {
  if (!run) {
    throw new ApiError(404, "unknown_run", "This sync doesn't exist.");
  }
  const { id: runId, state, report } = run;
  if (state === "failed") {
    const message = run.error ?? "The sync failed.";
    return context.json(
      { success: false, message, error: message, code: "sync_failed", runId, state, report },
      502,
    );
  }
  if (state !== "succeeded") {
    const message = `Still syncing: ${run.seen} invoices so far.`;
    return context.json({ success: true, message, runId, state, progress: { seen: run.seen }, report }, 202);
  }
  const synced = report.synced ?? 0;
  return context.json({
    success: true,
    synced,
    // Rows written, 0 if nothing has changed.
    changed: (report.new ?? 0) + (report.changed ?? 0),
    message: `Synced ${synced} invoices from Square`,
    report,
    runId,
    state,
  });
}
