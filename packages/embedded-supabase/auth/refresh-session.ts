import { isIP } from "node:net";
import type { Context } from "hono";
import type pg from "pg";
import type { Claims } from "../tokens/claims.ts";
import { withTransaction } from "../transaction.ts";
import { amrOfSession } from "./amr.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { digestOf, type SuccessorOf } from "./refresh-tokens.ts";
import { type OpenedSession, originOf, sessionAnswer } from "./sessions.ts";
import { isBanned, userById } from "./users.ts";

/** How long a spent token still names its successor: the tabs of one browser refresh it at once. */
const reuseInterval = 10_000;

type Row = {
  session_id: string;
  user_id: string;
  aal: "aal1" | "aal2" | null;
  not_after: Date | null;
  revoked: boolean;
  spent_at: Date;
  amr: Claims["amr"];
};

type Outcome = { ended: AuthError } | OpenedSession;

/**
 * Exchanges a refresh token for a new pair. A token works once; within 10 seconds it gives the same successor again,
 * after that its return means that two hold it, and the whole session ends.
 */
export async function refreshSession(auth: AuthContext, context: Context, token: string): Promise<object> {
  // Whatever else needs a connection comes before or after: refreshes that wait for each other may hold them all.
  const successorOf = await auth.refreshTokens.successors();
  // The verdict leaves the transaction as a value: a session ended for reuse must stay ended.
  const outcome = await withTransaction(auth.pool, (client) =>
    exchange(auth, context, client, token, successorOf),
  );
  if ("ended" in outcome) throw outcome.ended;
  return sessionAnswer(auth, outcome);
}

async function exchange(
  auth: AuthContext,
  context: Context,
  client: pg.PoolClient,
  token: string,
  successorOf: SuccessorOf,
): Promise<Outcome> {
  const at = auth.now();
  const found = await lockedRow(client, token);
  if (!found) return refused("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  if (found.not_after && found.not_after <= at) {
    return refused("session_expired", "Invalid Refresh Token: Session Expired");
  }
  const user = await userById(client, found.user_id);
  if (!user) return refused("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  if (isBanned(user, at)) return refused("user_banned", "Invalid Refresh Token: User Banned");
  const successor = found.revoked
    ? await successorInUse(successorOf, client, found, token, at)
    : await rotate(auth, context, client, found, token, successorOf(token), at);
  if (successor === null) {
    await client.query("delete from auth.sessions where id = $1", [found.session_id]);
    auth.log.warn(
      { userId: user.id, sessionId: found.session_id },
      "A spent refresh token came back; session ended",
    );
    return refused("refresh_token_already_used", "Invalid Refresh Token: Already Used");
  }
  const session = { session_id: found.session_id, aal: found.aal ?? "aal1", amr: found.amr };
  return { user, session, refreshToken: successor };
}

/** The token with its session, whose row is locked first so that parallel refreshes of one session take turns. */
async function lockedRow(client: pg.PoolClient, token: string): Promise<Row | null> {
  const digest = digestOf(token);
  await client.query(
    `select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    [digest],
  );
  const { rows } = await client.query<Row>(
    `select session.id as session_id, session.user_id, session.aal, session.not_after,
            coalesce(token.revoked, false) as revoked, token.updated_at as spent_at,
            ${amrOfSession} as amr
     from auth.refresh_tokens as token join auth.sessions as session on session.id = token.session_id
     where token.token = $1`,
    [digest],
  );
  return rows[0] ?? null;
}

async function rotate(
  auth: AuthContext,
  context: Context,
  client: pg.PoolClient,
  found: Row,
  token: string,
  successor: string,
  at: Date,
): Promise<string> {
  const { address, userAgent } = originOf(auth, context);
  await client.query(
    `with spent as (update auth.refresh_tokens set revoked = true, updated_at = $1::timestamptz where token = $2::text),
     session as (
       update auth.sessions set refreshed_at = $1::timestamptz at time zone 'utc', updated_at = $1,
                                user_agent = $5, ip = coalesce($6::inet, ip)
       where id = $4::uuid)
     insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ($3, $7, false, $1, $1, $2, $4)`,
    [
      ...[at, digestOf(token), digestOf(successor), found.session_id],
      ...[userAgent, isIP(address) ? address : null, found.user_id],
    ],
  );
  return successor;
}

/** The living descendant of a token spent a moment ago; null when it was spent longer ago, or has none. */
async function successorInUse(
  successorOf: SuccessorOf,
  client: pg.PoolClient,
  found: Row,
  token: string,
  at: Date,
): Promise<string | null> {
  if (at.getTime() - found.spent_at.getTime() > reuseInterval) return null;
  const { rows } = await client.query<{ token: string; revoked: boolean }>(
    "select token, revoked from auth.refresh_tokens where session_id = $1 order by id desc",
    [found.session_id],
  );
  const revoked = new Map(rows.map((row) => [row.token, row.revoked]));
  let descendant = successorOf(token);
  while (revoked.get(digestOf(descendant)) === true) descendant = successorOf(descendant);
  if (revoked.has(digestOf(descendant))) return descendant;
  // A second factor raised the session in between, whose token is nobody's successor: this tab gets one of its own.
  if (!rows.some((row) => !row.revoked)) return null;
  await client.query(
    `insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ($1, $2, false, $3, $3, $4, $5)`,
    [digestOf(descendant), found.user_id, at, digestOf(token), found.session_id],
  );
  return descendant;
}

function refused(code: string, message: string): Outcome {
  return { ended: new AuthError(400, code, message) };
}
