import type { Context } from "hono";
import { z } from "zod";
import type { CallerClaims } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import { noteCaller } from "#server/work-context.ts";

/** Verified claims of a person's access token. Only app_metadata in it decides the role. */
export type PersonClaims = CallerClaims & {
  email: string;
  aal: string;
  app_metadata: { role?: string | undefined };
};

/** Asks who is calling an `/api` endpoint. */
export type Sessions = {
  /** The administrator calling. @throws Refusal 401 without a valid token, 403 for anybody else. */
  requireAdmin(context: Context): Promise<PersonClaims>;
  /** Any signed-in person calling. @throws Refusal 401. */
  requirePerson(context: Context): Promise<PersonClaims>;
};

const Claims = z.looseObject({
  sub: z.uuid(),
  role: z.literal("authenticated"),
  email: z.string(),
  aal: z.string(),
  app_metadata: z.looseObject({ role: z.string().optional() }),
});

/** Refuses a session that has given the password alone where the account has a second factor. */
export function secondFactorRequired(): ApiError {
  return new ApiError(403, "second_factor_required", "Please confirm your second factor first.");
}

/**
 * @param verify checks signature, times, audience and that the session still lives; null when any of it fails.
 * @param isAdmin the database's verdict on verified claims, second factor included.
 */
export function createSessions(
  verify: (token: string) => Promise<object | null>,
  isAdmin: (claims: PersonClaims) => Promise<boolean>,
): Sessions {
  async function requirePerson(context: Context): Promise<PersonClaims> {
    const [scheme, token] = (context.req.header("authorization") ?? "").split(" ");
    const claims = scheme?.toLowerCase() === "bearer" && token ? Claims.safeParse(await verify(token)) : null;
    if (!claims?.success) throw new ApiError(401, "not_authenticated", "Please sign in again.");
    noteCaller(claims.data.sub);
    return claims.data;
  }
  return {
    requirePerson,
    async requireAdmin(context) {
      const claims = await requirePerson(context);
      if (claims.app_metadata.role !== "admin")
        throw new ApiError(403, "not_authorized", "Only administrators may do this.");
      if (!(await isAdmin(claims))) throw secondFactorRequired();
      return claims;
    },
  };
}
