import { Hono } from "hono";
import { passwordGrant } from "../grants/password.ts";
import { pkceGrant } from "../grants/pkce.ts";
import { refreshTokenGrant } from "../grants/refresh-token.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import type { AuthVariables } from "../http/guards.ts";

/** POST /token: dispatches on `grant_type`. */
export function tokenRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/token", async (context) => {
    switch (context.req.query("grant_type")) {
      case "password":
        return context.json(await passwordGrant(auth, context));
      case "refresh_token":
        return context.json(await refreshTokenGrant(auth, context));
      case "pkce":
        return context.json(await pkceGrant(auth, context));
      case "id_token":
      case "web3":
        throw new AuthError(400, "provider_disabled", "Provider is not enabled");
      default:
        throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    }
  });
}
