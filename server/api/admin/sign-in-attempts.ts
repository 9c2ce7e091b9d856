import { Hono } from "hono";
import { z } from "zod";
import { toInstant } from "#domain/dates/instant.ts";
import { SIGN_IN_ATTEMPT_PAGE_SIZE, type SignInAttempt } from "#domain/sign-in/sign-in-attempt.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { validateQuery } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const AttemptListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  search: z.string().trim().max(320).refine(hasNoNullCharacter).default(""),
  outcome: z.string().max(100).refine(hasNoNullCharacter).default(""),
});

/**
 * `GET /api/admin/sign-in-attempts?page=&search=&outcome=` returns one page of attempts, newest first. `search` matches
 * the email address or the network address. Browsers cannot read this table directly.
 */
export function createSignInAttemptRoutes({ database }: Pick<Services, "database">) {
  return new Hono<CallerEnv>().get(
    "/sign-in-attempts",
    validateQuery(AttemptListQuery, "This page doesn't exist."),
    async (context) => {
      const params = context.req.valid("query");
      const page = await database.asCaller(context.var.caller, (query) => listAttempts(query, params));
      return context.json({ success: true, ...page });
    },
  );
}

/** PostgreSQL cannot store a null character. */
function hasNoNullCharacter(text: string): boolean {
  return !text.includes("\0");
}

const FILTER = `($1 = '' or position(lower($1) in lower(email)) > 0 or address = $1)
               and ($2 = '' or outcome = $2)`;

async function listAttempts(
  query: Query,
  { page, search, outcome }: z.infer<typeof AttemptListQuery>,
): Promise<{ rows: SignInAttempt[]; total: number; from: number }> {
  const [countRow] = await query(
    `select count(*)::integer as total from endpoints.sign_in_attempts where ${FILTER}`,
    [search, outcome],
  );
  const total = countRow?.total ?? 0;
  // A page number beyond the end returns the first page.
  const from = (page - 1) * SIGN_IN_ATTEMPT_PAGE_SIZE < total ? (page - 1) * SIGN_IN_ATTEMPT_PAGE_SIZE : 0;
  const rows = await query(
    `select id::text as id, email, outcome, address, user_agent, created_at from endpoints.sign_in_attempts
      where ${FILTER} order by created_at desc, id desc limit $3 offset $4`,
    [search, outcome, SIGN_IN_ATTEMPT_PAGE_SIZE, from],
  );
  return {
    total,
    from,
    rows: rows.map(({ user_agent: userAgent, created_at: at, ...row }) => ({
      ...row,
      userAgent,
      at: toInstant(at),
    })),
  };
}
