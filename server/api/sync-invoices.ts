import { type Context, Hono } from "hono";
import { z } from "zod";
import { ApiError, answerError } from "#server/errors.ts";
import type { SyncRun } from "#server/payments/sync/sync-runs.ts";
import type { Services } from "#server/services.ts";

const PATH = "/api/square/sync-invoices";
/** Just below what proxies and people wait. */
const LONGEST_WAIT_MS = 25_000;

type Parts = Pick<Services, "sessions" | "payments" | "log"> & { longestWaitMs?: number };

/**
 * `GET` and `POST /api/square/sync-invoices` (specification section 7): starts a synchronization and answers when it
 * is done, or with 202 while it goes on. With `runId` it starts nothing and tells how that run stands.
 */
export function syncInvoices({ sessions, payments, log, longestWaitMs = LONGEST_WAIT_MS }: Parts): Hono {
  const app = new Hono();
  app.onError(async (error, context) => {
    // The page shows `message`; everything else reads `error`. They are the same words.
    const answer = await answerError(log)(error, context);
    const body = (await answer.json()) as { error: string };
    return context.json({ ...body, message: body.error }, answer.status as 500);
  });
  app.use(PATH, async (context, next) => {
    context.header("Cache-Control", "no-store");
    if (context.req.method !== "GET" && context.req.method !== "POST") {
      context.header("Allow", "GET, POST");
      return context.body(null, 405);
    }
    // It is a GET that writes: no other site's page may send a browser here.
    if (context.req.header("sec-fetch-site") === "cross-site")
      throw new ApiError(403, "cross_site", "This may only be asked from our own pages.");
    return next();
  });
  app.on(["GET", "POST"], PATH, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const asked = context.req.query("runId");
    if (asked === undefined) {
      const runId = await payments.startSync("button", sub);
      return answer(context, await payments.awaitSync(runId, longestWaitMs));
    }
    return answer(context, z.uuid().safeParse(asked).success ? await payments.syncRun(asked) : null);
  });
  return app;
}

function answer(context: Context, run: SyncRun | null): Response {
  if (!run) throw new ApiError(404, "unknown_run", "This synchronization does not exist.");
  const { id: runId, state, report } = run;
  if (state === "failed") {
    const message = run.error ?? "The synchronization failed.";
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
    // Rows written: 0 when everything was equal already.
    changed: (report.new ?? 0) + (report.changed ?? 0),
    message: `Synced ${synced} invoices from Square`,
    report,
    runId,
    state,
  });
}
