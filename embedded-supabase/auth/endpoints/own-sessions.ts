import { Hono } from "hono";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { requirePerson, type Variables } from "../require-person.ts";

/**
 * GET and DELETE /embedded/sessions: where a person is signed in, and ending one of those sessions. Supabase Auth has
 * no such address; the path says whose it is.
 */
export function ownSessions(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>()
    .get("/embedded/sessions", async (context) => {
      const { claims, user } = await requirePerson(auth, context);
      const { rows } = await auth.pool.query(
        `select id, created_at, refreshed_at at time zone 'utc' as refreshed_at, not_after, user_agent,
                host(ip) as ip, aal, id = $2 as current
         from auth.sessions where user_id = $1 and (not_after is null or not_after > $3)
         order by created_at desc, id`,
        [user.id, claims.session_id, auth.now()],
      );
      return context.json({ sessions: rows });
    })
    .delete("/embedded/sessions/:id", async (context) => {
      const { user } = await requirePerson(auth, context);
      const id = z.guid().safeParse(context.req.param("id"));
      const { rowCount } = await auth.pool.query("delete from auth.sessions where id = $1 and user_id = $2", [
        id.data ?? null,
        user.id,
      ]);
      if (!rowCount) throw new AuthError(404, "session_not_found", "There is no such session of yours");
      return context.body(null, 204);
    });
}
