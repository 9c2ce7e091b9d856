import { Hono } from "hono";
import { withTransaction } from "../../transaction.ts";
import { requireUserId } from "../admin-user-id.ts";
import type { AuthContext } from "../context.ts";
import { lockedUser, requireUser } from "../users.ts";
import { requireFactor } from "./factor.ts";
import { removeFactor } from "./remove-factor.ts";

/** GET /admin/users/{id}/factors and DELETE /admin/users/{id}/factors/{factorId}: for a factor that was lost. */
export function adminFactors(auth: AuthContext): Hono {
  return new Hono()
    .get("/admin/users/:id/factors", async (context) => {
      const user = await requireUser(auth.pool, requireUserId(context.req.param("id")));
      return context.json(user.factors);
    })
    .delete("/admin/users/:id/factors/:factorId", async (context) => {
      const user = await requireUser(auth.pool, requireUserId(context.req.param("id")));
      const id = context.req.param("factorId");
      await withTransaction(auth.pool, async (client) => {
        await lockedUser(client, user.id);
        await removeFactor(client, await requireFactor(client, user.id, id));
      });
      return context.json(user.factors.find((factor) => factor.id === id) ?? { id });
    });
}
