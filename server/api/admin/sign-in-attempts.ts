import { Hono } from "hono";
import { z } from "zod";
import type { SignInAttemptPage, SignInOutcome } from "#domain/sign-in/sign-in-attempt.ts";
import { SIGN_IN_ATTEMPT_PAGE_SIZE } from "#domain/sign-in/sign-in-attempt.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

const AttemptListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  search: z.string().trim().max(320).default(""),
  outcome: z.string().max(100).default(""),
});

/**
 * `GET /api/admin/sign-in-attempts?page=&search=&outcome=` returns one page of attempts, newest first. `search` matches
 * the email address or the network address. Browsers cannot read this table directly.
 */
export function signInAttemptRoutes({ database }: Pick<Services, "database">): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  app.get("/sign-in-attempts", async (context) => {
    const params = AttemptListQuery.safeParse(context.req.query());
    if (!params.success || params.data.search.includes("\0") || params.data.outcome.includes("\0")) {
      throw new ApiError(400, "invalid_input", "This page doesn't exist.");
    }
    const page = await database.asCaller(context.var.caller, (query) => listAttempts(query, params.data));
    return context.json({ success: true, ...page });
  });
  return app;
}

type Row = {
  id: string;
  email: string;
  outcome: SignInOutcome;
  address: string;
  user_agent: string;
  created_at: Date;
};

const CONDITION = `($1 = '' or position(lower($1) in lower(email)) > 0 or address = $1)
               and ($2 = '' or outcome = $2)`;

async function listAttempts(
  query: Query,
  { page, search, outcome }: z.infer<typeof AttemptListQuery>,
): Promise<SignInAttemptPage> {
  const [count] = await query<{ total: number }>(
    `select count(*)::integer as total from endpoints.sign_in_attempts where ${CONDITION}`,
    [search, outcome],
  );
  const total = count?.total ?? 0;
  // A page beyond the end falls back to the first page.
  const from = (page - 1) * SIGN_IN_ATTEMPT_PAGE_SIZE < total ? (page - 1) * SIGN_IN_ATTEMPT_PAGE_SIZE : 0;
  const rows = await query<Row>(
    `select id::text as id, email, outcome, address, user_agent, created_at from endpoints.sign_in_attempts
      where ${CONDITION} order by created_at desc, id desc limit $3 offset $4`,
    [search, outcome, SIGN_IN_ATTEMPT_PAGE_SIZE, from],
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
