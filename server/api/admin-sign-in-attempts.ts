import { Hono } from "hono";
import { z } from "zod";
import type { SignInAttemptPage } from "#domain/sign-in-attempt.ts";
import { ATTEMPTS_A_PAGE } from "#domain/sign-in-attempt.ts";
import type { Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

const Wanted = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  search: z.string().trim().max(320).default(""),
  outcome: z.string().max(100).default(""),
});

/**
 * `GET /api/admin/sign-in-attempts?page=&search=&outcome=`: one page of the attempts, the newest first; `search` looks
 * into address of mail and of network. The table is reached by no browser's role.
 */
export function adminSignInAttempts({ database, sessions }: Pick<Services, "database" | "sessions">): Hono {
  const app = new Hono();
  app.get("/api/admin/sign-in-attempts", async (context) => {
    await sessions.requireAdmin(context);
    const wanted = Wanted.safeParse(context.req.query());
    if (!wanted.success || wanted.data.search.includes("\0") || wanted.data.outcome.includes("\0"))
      throw new ApiError(400, "invalid_input", "There is no such page of attempts.");
    const page = await database.bypassingPolicies({ reason: "show sign-in attempts" }, (query) =>
      attempts(query, wanted.data),
    );
    return context.json({ success: true, ...page });
  });
  return app;
}

type Row = {
  id: string;
  email: string;
  outcome: string;
  address: string;
  user_agent: string;
  created_at: Date;
};

const CONDITION = `($1 = '' or position(lower($1) in lower(email)) > 0 or address = $1)
               and ($2 = '' or outcome = $2)`;

async function attempts(
  query: Query,
  { page, search, outcome }: z.infer<typeof Wanted>,
): Promise<SignInAttemptPage> {
  const [counted] = await query<{ total: number }>(
    `select count(*)::integer as total from private.sign_in_attempts where ${CONDITION}`,
    [search, outcome],
  );
  const total = counted?.total ?? 0;
  // A link to a page there no longer is shows the first.
  const from = (page - 1) * ATTEMPTS_A_PAGE < total ? (page - 1) * ATTEMPTS_A_PAGE : 0;
  const rows = await query<Row>(
    `select id::text as id, email, outcome, address, user_agent, created_at from private.sign_in_attempts
      where ${CONDITION} order by created_at desc, id desc limit $3 offset $4`,
    [search, outcome, ATTEMPTS_A_PAGE, from],
  );
  return {
    total,
    from,
    rows: rows.map(({ user_agent: userAgent, created_at: at, ...row }) => ({
      ...row,
      userAgent,
      at: at.toISOString(),
    })),
  };
}
