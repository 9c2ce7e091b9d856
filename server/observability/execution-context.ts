import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { createDatabaseTimeBudget, type DatabaseTimeBudget } from "#server/database/time-budget.ts";

/** The current request or job, added to every log line. `userId` is set after the caller is authenticated. */
export type ExecutionContext = { request: string; userId?: string } | { job: string };

const storage = new AsyncLocalStorage<{ context: ExecutionContext; databaseTime?: DatabaseTimeBudget }>();

/** Returns the current request or job, or undefined outside both. */
export function getCurrentContext(): ExecutionContext | undefined {
  return storage.getStore()?.context;
}

/** Returns the current request's database time budget, or undefined outside requests. */
export function getRequestTimeBudget(): DatabaseTimeBudget | undefined {
  return storage.getStore()?.databaseTime;
}

/** Runs `work` in the given context. */
export function runInContext<Result>(context: ExecutionContext, work: () => Result): Result {
  return storage.run({ context }, work);
}

/** Adds the caller's user id to the request's subsequent log lines. */
export function setCaller(userId: string): void {
  const context = getCurrentContext();
  if (context && "request" in context) {
    context.userId = userId;
  }
}

/** Whether the request's caller is signed in. */
export function hasCaller(): boolean {
  const context = getCurrentContext();
  return context !== undefined && "request" in context && context.userId !== undefined;
}

/**
 * Assigns each request an id and returns it in the `X-Request-Id` header. Ignores an id sent by the client, so that
 * clients can't mix up the log lines of different requests.
 */
export function assignRequestId(): MiddlewareHandler {
  return async (context, next) => {
    const requestId = randomUUID();
    await storage.run({ context: { request: requestId }, databaseTime: createDatabaseTimeBudget() }, next);
    context.res.headers.set("X-Request-Id", requestId);
  };
}
