import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { createDatabaseTimeBudget, type DatabaseTimeBudget } from "#server/database/time-budget.ts";

/** The current request, with the caller's user id once known, or the current job. Added to every log line. */
export type ExecutionContext = { request: string; userId?: string } | { job: string };

const storage = new AsyncLocalStorage<{ context: ExecutionContext; databaseTime?: DatabaseTimeBudget }>();

/** The current request or job. Undefined outside both. */
export function currentContext(): ExecutionContext | undefined {
  return storage.getStore()?.context;
}

/** The current request's database time budget. Undefined outside requests. */
export function requestTimeBudget(): DatabaseTimeBudget | undefined {
  return storage.getStore()?.databaseTime;
}

/** Runs `work` in the given context. */
export function runInContext<Result>(context: ExecutionContext, work: () => Result): Result {
  return storage.run({ context }, work);
}

/** Adds the caller's user id to the request's further log lines. */
export function setCaller(userId: string): void {
  const context = currentContext();
  if (context && "request" in context) {
    context.userId = userId;
  }
}

/** Whether the request's caller is signed in. */
export function hasCaller(): boolean {
  const context = currentContext();
  return context !== undefined && "request" in context && context.userId !== undefined;
}

/**
 * Assigns each request an id, shown in the log and in the `X-Request-Id` response header. An id sent by the client is
 * ignored, so that clients cannot mix up the log lines of different requests.
 */
export function assignRequestId(): MiddlewareHandler {
  return async (context, next) => {
    const request = randomUUID();
    await storage.run({ context: { request }, databaseTime: createDatabaseTimeBudget() }, next);
    context.res.headers.set("X-Request-Id", request);
  };
}
