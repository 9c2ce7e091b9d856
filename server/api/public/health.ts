import { Hono } from "hono";

/** Checks one component. Resolves to null if it is ready, otherwise to the reason that `GET /api/ready` returns. */
export type ReadyCheck = () => Promise<string | null>;

/**
 * `/api/health` (liveness) responds as soon as the process is up. `/api/ready` (readiness) returns 200 when all
 * components are ready, otherwise 503 with the status of each.
 */
export function createHealthRoutes(checks: Record<string, ReadyCheck>): Hono {
  const app = new Hono();
  app.get("/api/health", (context) => {
    context.header("Cache-Control", "no-store");
    return context.json({ status: "ok" });
  });
  app.get("/api/ready", async (context) => {
    context.header("Cache-Control", "no-store");
    const names = Object.keys(checks);
    const reasons = await Promise.all(names.map((name) => runCheck(checks[name])));
    const parts = Object.fromEntries(names.map((name, index) => [name, reasons[index] ?? "ok"]));
    const isReady = reasons.every((reason) => reason === null);
    if (!isReady) {
      context.header("Retry-After", "2");
    }
    return context.json({ status: isReady ? "ok" : "not ready", parts }, isReady ? 200 : 503);
  });
  return app;
}

const CHECK_TIMEOUT_MS = 3_000;

/** Returns "not responding" if the check throws or times out, without details, because the response is public. */
async function runCheck(check: ReadyCheck | undefined): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("not responding"), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check?.() ?? null, timeout]);
  } catch {
    return "not responding";
  } finally {
    clearTimeout(timer);
  }
}
