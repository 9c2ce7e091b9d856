import { Hono } from "hono";
import { z } from "zod";
import { type CallerEnv, requireAdmin } from "#server/auth/guards.ts";
import { ApiError, createErrorHandler } from "#server/http/errors.ts";
import { validateQuery } from "#server/http/validate.ts";
import { getSyncRun, startOrJoinSync, waitForSync } from "#server/payments/sync/start-sync.ts";
import type { SyncRun } from "#server/payments/sync/sync-runs.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/square/sync-invoices";
/** Below the usual proxy timeout of 30 s. */
const MAX_WAIT_MS = 25_000;
const UNKNOWN_RUN_MESSAGE = "This sync doesn't exist.";
const ErrorBody = z.looseObject({ error: z.string() });
const SyncQuery = z.object({ runId: z.string().optional() });

type Dependencies = Pick<Services, "sessions" | "payments" | "log"> & { maxWaitMs?: number };

/**
 * `GET` and `POST /api/square/sync-invoices` start a sync, or join one that no administrator requested. They respond
 * when it is done, or with 202 if it takes longer.
 * With `runId`, they return that sync's status instead.
 */
export function createSyncInvoiceRoutes({ sessions, payments, log, maxWaitMs = MAX_WAIT_MS }: Dependencies) {
  async function findRun(runId: string | undefined, callerId: string): Promise<SyncRun | null> {
    if (runId === undefined) {
      return waitForSync(payments, await startOrJoinSync(payments, callerId), maxWaitMs);
    }
    return z.uuid().safeParse(runId).success ? getSyncRun(payments, runId) : null;
  }
  const app = new Hono<CallerEnv>();
  app.onError(async (error, context) => {
    if (error instanceof SyncFailedError) {
      return context.json(toFailureBody(error), 502);
    }
    // The dashboard shows `message`; other callers read `error`. Both have the same text.
    const response = await createErrorHandler(log)(error, context);
    const body = ErrorBody.parse(await response.json());
    return Response.json({ ...body, message: body.error }, response);
  });
  return app
    .use(PATH, async (context, next) => {
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
    })
    .use(PATH, requireAdmin(sessions))
    .on(["GET", "POST"], PATH, validateQuery(SyncQuery, UNKNOWN_RUN_MESSAGE), async (context) => {
      const { sub } = context.var.caller;
      const body = toResponseBody(await findRun(context.req.valid("query").runId, sub));
      return context.json(body, body.status === "succeeded" ? 200 : 202);
    });
}

class SyncFailedError extends Error {
  override name = "SyncFailedError";
  readonly run: SyncRun;

  constructor(run: SyncRun) {
    super(run.error ?? "The sync failed.");
    this.run = run;
  }
}

function toFailureBody({ message, run: { id: runId, status, report } }: SyncFailedError) {
  return { success: false, message, error: message, code: "sync_failed", runId, status, report };
}

type SyncProgress = {
  success: true;
  message: string;
  runId: string;
  status: "queued" | "running";
  progress: { seen: number };
  report: SyncRun["report"];
};
type SyncResult = {
  success: true;
  synced: number;
  /** Rows written, 0 if nothing has changed. */
  changed: number;
  message: string;
  report: SyncRun["report"];
  runId: string;
  status: "succeeded";
};

/**
 * @throws {ApiError} 404 if the run is unknown.
 * @throws {SyncFailedError} if the run has failed.
 */
function toResponseBody(run: SyncRun | null): SyncProgress | SyncResult {
  if (!run) {
    throw new ApiError(404, "unknown_run", UNKNOWN_RUN_MESSAGE);
  }
  const { id: runId, status, report } = run;
  if (status === "failed") {
    throw new SyncFailedError(run);
  }
  if (status !== "succeeded") {
    const message = `Still syncing: ${run.seen} invoices so far.`;
    return { success: true, message, runId, status, progress: { seen: run.seen }, report };
  }
  const synced = report.synced ?? 0;
  return {
    success: true,
    synced,
    changed: (report.new ?? 0) + (report.changed ?? 0),
    message: `Synced ${synced} invoices from Square`,
    report,
    runId,
    status,
  };
}
