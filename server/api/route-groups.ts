import { Hono } from "hono";
import { type CallerEnv, requireAdmin, requireUser } from "#server/auth/guards.ts";
import type { Services } from "#server/services.ts";

type Parts = Pick<Services, "sessions">;

/** `/api/admin`: only administrators reach its routes. */
export function createAdminGroup({ sessions }: Parts) {
  return new Hono<CallerEnv>().basePath("/api/admin").use(requireAdmin(sessions));
}

/**
 * `/api/client` and `/api/own-sessions`: any signed-in user reaches their routes, because administrators use them too.
 * Row policies decide which rows the caller sees.
 */
export function createClientGroup({ sessions }: Parts) {
  return new Hono<CallerEnv>()
    .basePath("/api")
    .use("/client/*", requireUser(sessions))
    .use("/own-sessions/*", requireUser(sessions));
}
