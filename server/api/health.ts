import { Hono } from "hono";

/** What `GET /api/ready` reports of one part: nothing, or why it is not up. */
export type ReadyCheck = () => Promise<string | null>;

/**
 * Liveness and readiness. `/api/health` answers as soon as the process can; `/api/ready` only with every part up, else
 * 503 and the reason per part.
 */
export function healthEndpoints(checks: Record<string, ReadyCheck>): Hono {
  const app = new Hono();
  app.get("/api/health", (context) => {
    context.header("Cache-Control", "no-store");
    return context.json({ status: "ok" });
  });
  app.get("/api/ready", async (context) => {
    context.header("Cache-Control", "no-store");
    const names = Object.keys(checks);
    const reasons = await Promise.all(names.map((name) => reasonOf(checks[name])));
    const parts = Object.fromEntries(names.map((name, index) => [name, reasons[index] ?? "ok"]));
    const isReady = reasons.every((reason) => reason === null);
    if (!isReady) context.header("Retry-After", "2");
    return context.json({ status: isReady ? "ok" : "not ready", parts }, isReady ? 200 : 503);
  });
  return app;
}

/** What answers before the product is up: health at once, and to everything else 503, so that callers come again. */
export function startingUp(checks: Record<string, ReadyCheck>): Hono {
  const app = healthEndpoints(checks);
  app.all("*", (context) => {
    context.header("Retry-After", "2");
    context.header("Cache-Control", "no-store");
    return context.json({ success: false, error: "The service is starting.", code: "starting" }, 503);
  });
  return app;
}

const ANSWER_WITHIN_MS = 3_000;

/** A part that throws or does not answer in time is not ready; the reason stays general, the log has the rest. */
async function reasonOf(check: ReadyCheck | undefined): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("does not answer"), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([check?.() ?? null, tooSlow]);
  } catch {
    return "does not answer";
  } finally {
    clearTimeout(timer);
  }
}
