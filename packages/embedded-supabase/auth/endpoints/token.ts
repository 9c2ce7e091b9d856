import { Hono } from "hono";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { codeGrant } from "../grants/code.ts";
import { passwordGrant } from "../grants/password.ts";
import { refreshTokenGrant } from "../grants/refresh-token.ts";
import type { Variables } from "../require-person.ts";
import { createRoom } from "../room.ts";

/** Each hashes a password, of which two cores do some thirty a second: the last one waits about three seconds. */
const mostSignInsAtOnce = 100;

/** POST /token: one grant a file. */
export function token(auth: AuthContext): Hono<{ Variables: Variables }> {
  const room = createRoom(mostSignInsAtOnce);
  return new Hono<{ Variables: Variables }>().post("/token", async (context) => {
    switch (context.req.query("grant_type")) {
      case "password":
        return context.json(await room(() => passwordGrant(auth, context)));
      case "refresh_token":
        return context.json(await refreshTokenGrant(auth, context));
      case "pkce":
        return context.json(await codeGrant(auth, context));
      case "id_token":
      case "web3":
        throw new AuthError(400, "provider_disabled", "This way to sign in is not enabled");
      default:
        throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    }
  });
}
