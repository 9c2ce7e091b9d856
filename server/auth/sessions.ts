import type { Context } from "hono";
import { z } from "zod";
import type { CallerClaims } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { setCaller } from "#server/observability/execution-context.ts";

/** Verified claims of a user's access token. Only `app_metadata` determines the role. */
export type UserClaims = CallerClaims & {
  email: string;
  aal: string;
  app_metadata: { role?: string | undefined };
};

/** Authenticates callers of the `/api` endpoints. */
export type Sessions = {
  /** @throws {ApiError} 401 without a valid token, 403 if the caller is not an administrator. */
  requireAdmin(context: Context): Promise<UserClaims>;
  /** Accepts any signed-in user. @throws {ApiError} 401 without a valid token. */
  requireUser(context: Context): Promise<UserClaims>;
};

const Claims = z.looseObject({
  sub: z.uuid(),
  role: z.literal("authenticated"),
  email: z.string(),
  aal: z.string(),
  app_metadata: z.looseObject({ role: z.string().optional() }),
});

/** Returned when the session has verified only the password but the account has a second factor. */
export function secondFactorRequiredError(): ApiError {
  return new ApiError(403, "second_factor_required", "Complete two-factor authentication to continue.");
}

/**
 * @param verify Checks signature, expiry, audience and that the session is active. Returns null if any check fails.
 * @param isAdmin Checks in the database that the caller is an administrator and has verified any second factor.
 */
export function createSessions(
  verify: (token: string) => Promise<object | null>,
  isAdmin: (claims: UserClaims) => Promise<boolean>,
): Sessions {
  async function requireUser(context: Context): Promise<UserClaims> {
    const [scheme, token] = (context.req.header("authorization") ?? "").split(" ");
    const claims = scheme?.toLowerCase() === "bearer" && token ? Claims.safeParse(await verify(token)) : null;
    if (!claims?.success) {
      throw new ApiError(401, "not_authenticated", "Please sign in again.");
    }
    setCaller(claims.data.sub);
    return { ...claims.data, selectedClientId: context.req.header("x-client-id") };
  }
  return {
    requireUser,
    async requireAdmin(context) {
      const claims = await requireUser(context);
      if (claims.app_metadata.role !== "admin") {
        throw new ApiError(403, "not_authorized", "Only administrators can do this.");
      }
      if (!(await isAdmin(claims))) {
        throw secondFactorRequiredError();
      }
      return claims;
    },
  };
}
