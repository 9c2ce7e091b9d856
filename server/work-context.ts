import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { type DatabaseTime, databaseTime } from "#server/database-time.ts";

/**
 * What is being worked on: a request, with its person's id once that is known, or a job of the queue. Each log line
 * that comes of it carries this.
 */
export type WorkContext = { request: string; userId?: string } | { job: string };

const storage = new AsyncLocalStorage<{ context: WorkContext; databaseTime?: DatabaseTime }>();

/** What is being worked on at this moment; nothing outside requests and jobs. */
export function workContext(): WorkContext | undefined {
  return storage.getStore()?.context;
}

/** How long the request being worked on has waited for the database; nothing outside requests. */
export function databaseTimeOfRequest(): DatabaseTime | undefined {
  return storage.getStore()?.databaseTime;
}

/** Does a piece of work under its name. */
export function inContext<Result>(context: WorkContext, work: () => Result): Result {
  return storage.run({ context }, work);
}

/** From here on the request's log lines name its person, by id alone. */
export function noteCaller(userId: string): void {
  const context = workContext();
  if (context && "request" in context) context.userId = userId;
}

/** Whether the request's person is known. */
export function hasCaller(): boolean {
  const context = workContext();
  return context !== undefined && "request" in context && context.userId !== undefined;
}

/**
 * Gives each request an id of its own, in the log and as `X-Request-Id` in the answer. One that the caller brings is not
 * believed: lines of two people must not be mixed on purpose.
 */
export function requestIds(): MiddlewareHandler {
  return async (context, next) => {
    const request = randomUUID();
    await storage.run({ context: { request }, databaseTime: databaseTime() }, next);
    context.res.headers.set("X-Request-Id", request);
  };
}
