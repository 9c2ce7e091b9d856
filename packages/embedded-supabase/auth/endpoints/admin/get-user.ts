import { Hono } from "hono";
import { requireUser, serializeUser } from "../../accounts/users.ts";
import type { AuthContext } from "../../http/context.ts";
import { parseUserId } from "./user-id.ts";

/** GET /admin/users/{id} */
export function getUserRoute(auth: AuthContext): Hono {
  return new Hono().get("/admin/users/:id", async (context) => {
    const id = parseUserId(context.req.param("id"));
    return context.json(serializeUser(await requireUser(auth.pool, id)));
  });
}
