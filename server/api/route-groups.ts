import { Hono } from "hono";
import { type CallerEnv, requireAdmin, requireUser } from "#server/auth/guards.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "sessions">;

/** Routes under `/api/admin`, which only administrators can access. */
export function createAdminGroup({ sessions }: Dependencies) {
  return new Hono<CallerEnv>().basePath("/api/admin").use(requireAdmin(sessions));
}

/**
 * Routes under `/api/client`, `/api/own-sessions`, `/api/recovery-codes` and `/api/recent-sign-in`, which any signed-in user can access, because
 * administrators use them too. Row policies determine which rows the caller sees.
 */
export function createClientGroup({ sessions }: Dependencies) {
  return new Hono<CallerEnv>()
    .basePath("/api")
    .use("/client/*", requireUser(sessions))
    .use("/own-sessions/*", requireUser(sessions))
    .use("/recovery-codes/*", requireUser(sessions))
    .use("/recent-sign-in", requireUser(sessions));
}
