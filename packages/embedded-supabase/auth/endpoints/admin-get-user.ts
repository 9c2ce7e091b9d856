import { Hono } from "hono";
import { requireUserId } from "../admin-user-id.ts";
import type { AuthContext } from "../context.ts";
import { requireUser, userAnswer } from "../users.ts";

/** GET /admin/users/{id} */
export function getUser(auth: AuthContext): Hono {
  return new Hono().get("/admin/users/:id", async (context) => {
    const id = requireUserId(context.req.param("id"));
    return context.json(userAnswer(await requireUser(auth.pool, id)));
  });
}
