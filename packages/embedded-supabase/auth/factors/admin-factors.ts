import { Hono } from "hono";
import { withTransaction } from "../../transaction.ts";
import { lockUser, requireUser } from "../accounts/users.ts";
import { parseUserId } from "../endpoints/admin/user-id.ts";
import type { AuthContext } from "../http/context.ts";
import { requireFactor } from "./factor.ts";
import { removeFactor } from "./remove-factor.ts";

/** GET /admin/users/{id}/factors and DELETE /admin/users/{id}/factors/{factorId}, for users who lost a factor. */
export function adminFactorRoutes(auth: AuthContext): Hono {
  return new Hono()
    .get("/admin/users/:id/factors", async (context) => {
      const user = await requireUser(auth.pool, parseUserId(context.req.param("id")));
      return context.json(user.factors);
    })
    .delete("/admin/users/:id/factors/:factorId", async (context) => {
      const user = await requireUser(auth.pool, parseUserId(context.req.param("id")));
      const id = context.req.param("factorId");
      await withTransaction(auth.pool, async (client) => {
        await lockUser(client, user.id);
        await removeFactor(client, await requireFactor(client, user.id, id));
      });
      return context.json(user.factors.find((factor) => factor.id === id) ?? { id });
    });
}
