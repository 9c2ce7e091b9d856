import { Hono } from "hono";
import { z } from "zod";
import { queryRows } from "../../query.ts";
import { withTransaction } from "../../transaction.ts";
import { lockUser, requireUser } from "../accounts/users.ts";
import { parseUserId } from "../endpoints/admin/user-id.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { readBody } from "../http/request-body.ts";
import { requireFactor } from "./factor.ts";
import { removeFactor } from "./remove-factor.ts";

const BodySchema = z.object({ friendly_name: z.string().max(100).nullish(), phone: z.string().nullish() });

/**
 * GET /admin/users/{id}/factors lists a user's factors. PUT /admin/users/{id}/factors/{factorId} renames one, and DELETE
 * removes one, for users who lost it.
 */
export function adminFactorRoutes(auth: AuthContext): Hono {
  return new Hono()
    .get("/admin/users/:id/factors", async (context) => {
      const user = await requireUser(auth.pool, parseUserId(context.req.param("id")));
      return context.json(user.factors);
    })
    .put("/admin/users/:id/factors/:factorId", async (context) => {
      const user = await requireUser(auth.pool, parseUserId(context.req.param("id")));
      const factor = await requireFactor(auth.pool, user.id, context.req.param("factorId"));
      const { friendly_name: name, phone } = await readBody(context, BodySchema);
      if (phone) {
        throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
      }
      if (name) {
        await queryRows(
          auth.pool,
          "update auth.mfa_factors set friendly_name = $2, updated_at = $3 where id = $1",
          [factor.id, name, auth.now()],
        );
      }
      const { factors } = await requireUser(auth.pool, user.id);
      return context.json(factors.find(({ id }) => id === factor.id) ?? { id: factor.id });
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
