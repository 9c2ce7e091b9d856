import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Query } from "#server/database.ts";

/** How long a ticket opens the way to Square. */
export const TICKET_SECONDS = 60;
/** How long a seller may take to consent. */
export const STATE_SECONDS = 600;
/** Used and forgotten ones are of no use to anybody after this. */
const KEEP_DAYS = 1;

/** A ticket for one administrator; only its hash is kept. */
export async function issueTicket(query: Query, adminId: string, now: Date): Promise<string> {
  const ticket = newSecret();
  await query(
    "delete from private.oauth_tickets where created_at < $1::timestamptz - make_interval(days => $2)",
    [now, KEEP_DAYS],
  );
  await query("insert into private.oauth_tickets (ticket_hash, admin_id, created_at) values ($1, $2, $3)", [
    hashOf(ticket),
    adminId,
    now,
  ]);
  return ticket;
}

/** Uses a ticket up. @returns whose it was; null for an unknown, used or old one. */
export async function redeemTicket(query: Query, ticket: string, now: Date): Promise<string | null> {
  const [row] = await query<{ admin_id: string }>(
    `update private.oauth_tickets set used_at = $2
      where ticket_hash = $1 and used_at is null and created_at > $2::timestamptz - make_interval(secs => $3)
     returning admin_id`,
    [hashOf(ticket), now, TICKET_SECONDS],
  );
  return row?.admin_id ?? null;
}

/** A state for one administrator, and the secret that binds it to the browser that began. Hashes of both are kept. */
export async function issueState(
  query: Query,
  adminId: string,
  now: Date,
): Promise<{ state: string; browserSecret: string }> {
  const issued = { state: newSecret(), browserSecret: newSecret() };
  await query(
    "delete from private.oauth_states where created_at < $1::timestamptz - make_interval(days => $2)",
    [now, KEEP_DAYS],
  );
  await query(
    "insert into private.oauth_states (state_hash, browser_hash, admin_id, created_at) values ($1, $2, $3, $4)",
    [hashOf(issued.state), hashOf(issued.browserSecret), adminId, now],
  );
  return issued;
}

/** Uses a state up, whatever comes of it. */
export async function redeemState(
  query: Query,
  given: { state: string | undefined; browserSecret: string | undefined },
  now: Date,
): Promise<{ ok: true; adminId: string } | { ok: false; reason: "invalid_state" | "state_expired" }> {
  const [row] = await query<{ browser_hash: Buffer; admin_id: string; created_at: Date }>(
    `update private.oauth_states set used_at = $2 where state_hash = $1 and used_at is null
     returning browser_hash, admin_id, created_at`,
    [hashOf(given.state ?? ""), now],
  );
  if (!row || !timingSafeEqual(row.browser_hash, hashOf(given.browserSecret ?? "")))
    return { ok: false, reason: "invalid_state" };
  if (now.getTime() - row.created_at.getTime() >= STATE_SECONDS * 1000)
    return { ok: false, reason: "state_expired" };
  return { ok: true, adminId: row.admin_id };
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
