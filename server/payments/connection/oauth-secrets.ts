import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Query } from "#server/database/database.ts";

/** Lifetime of a ticket. */
export const TICKET_SECONDS = 60;
/** Time a seller has to grant access. */
export const STATE_SECONDS = 600;
/** Used and expired tickets and states are deleted after this time. */
const RETENTION_DAYS = 1;

/** Creates a ticket for one administrator. Only its hash is stored. */
export async function issueTicket(query: Query, adminId: string, now: Date): Promise<string> {
  const ticket = generateSecret();
  await query(
    "delete from private.oauth_tickets where created_at < $1::timestamptz - make_interval(days => $2)",
    [now, RETENTION_DAYS],
  );
  await query("insert into private.oauth_tickets (ticket_hash, admin_id, created_at) values ($1, $2, $3)", [
    hashSecret(ticket),
    adminId,
    now,
  ]);
  return ticket;
}

/** Redeems a ticket. @returns the administrator's id; null for an unknown, used or expired ticket */
export async function redeemTicket(query: Query, ticket: string, now: Date): Promise<string | null> {
  const [row] = await query(
    `update private.oauth_tickets set used_at = $2
      where ticket_hash = $1 and used_at is null and created_at > $2::timestamptz - make_interval(secs => $3)
     returning admin_id`,
    [hashSecret(ticket), now, TICKET_SECONDS],
  );
  return row?.admin_id ?? null;
}

/** Creates a state for one administrator and a secret that binds it to the browser. Only their hashes are stored. */
export async function issueState(
  query: Query,
  adminId: string,
  now: Date,
): Promise<{ state: string; browserSecret: string }> {
  const issued = { state: generateSecret(), browserSecret: generateSecret() };
  await query(
    "delete from private.oauth_states where created_at < $1::timestamptz - make_interval(days => $2)",
    [now, RETENTION_DAYS],
  );
  await query(
    "insert into private.oauth_states (state_hash, browser_hash, admin_id, created_at) values ($1, $2, $3, $4)",
    [hashSecret(issued.state), hashSecret(issued.browserSecret), adminId, now],
  );
  return issued;
}

/** Redeems a state. It cannot be used again, even when the check fails. */
export async function redeemState(
  query: Query,
  input: { state: string | undefined; browserSecret: string | undefined },
  now: Date,
): Promise<{ ok: true; adminId: string } | { ok: false; reason: "invalid_state" | "state_expired" }> {
  const [row] = await query(
    `update private.oauth_states set used_at = $2 where state_hash = $1 and used_at is null
     returning browser_hash, admin_id, created_at`,
    [hashSecret(input.state ?? ""), now],
  );
  if (!row || !timingSafeEqual(row.browser_hash, hashSecret(input.browserSecret ?? ""))) {
    return { ok: false, reason: "invalid_state" };
  }
  if (now.getTime() - row.created_at.getTime() >= STATE_SECONDS * 1000) {
    return { ok: false, reason: "state_expired" };
  }
  return { ok: true, adminId: row.admin_id };
}

function generateSecret(): string {
  return randomBytes(32).toString("base64url");
}

function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
