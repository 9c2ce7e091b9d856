import type { MiddlewareHandler } from "hono";
import type { Sessions, UserClaims } from "#server/auth/sessions.ts";

/** Context type of guarded routes. `context.var.caller` contains the verified claims. */
export type CallerEnv = { Variables: { caller: UserClaims } };

/** Rejects requests without a valid token. */
export function requireUser(sessions: Pick<Sessions, "requireUser">): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    context.set("caller", await sessions.requireUser(context));
    await next();
  };
}

/** Rejects callers who are not administrators, or who have not verified their second factor. */
export function requireAdmin(sessions: Pick<Sessions, "requireAdmin">): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    context.set("caller", await sessions.requireAdmin(context));
    await next();
  };
}
