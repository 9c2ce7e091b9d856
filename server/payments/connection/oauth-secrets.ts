import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Query } from "#server/database/database.ts";

export const TICKET_LIFETIME_SECONDS = 60;
/** How long a merchant has to grant access. */
export const STATE_LIFETIME_SECONDS = 600;
/** How long used and expired tickets and states are kept before they are deleted. */
const RETENTION_DAYS = 1;

/** Issues a ticket to an administrator. Only its hash is stored. */
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

/** Redeems a ticket. @returns the administrator's id, or null if the ticket is unknown, used or expired */
export async function redeemTicket(query: Query, ticket: string, now: Date): Promise<string | null> {
  const [row] = await query(
    `update private.oauth_tickets set used_at = $2
      where ticket_hash = $1 and used_at is null and created_at > $2::timestamptz - make_interval(secs => $3)
     returning admin_id`,
    [hashSecret(ticket), now, TICKET_LIFETIME_SECONDS],
  );
  return row?.admin_id ?? null;
}

/**
 * Issues an OAuth state to an administrator, with a secret that binds the state to the browser. Only their hashes are
 * stored.
 */
export async function issueState(
  query: Query,
  adminId: string,
  now: Date,
): Promise<{ state: string; browserSecret: string }> {
  const secrets = { state: generateSecret(), browserSecret: generateSecret() };
  await query(
    "delete from private.oauth_states where created_at < $1::timestamptz - make_interval(days => $2)",
    [now, RETENTION_DAYS],
  );
  await query(
    "insert into private.oauth_states (state_hash, browser_hash, admin_id, created_at) values ($1, $2, $3, $4)",
    [hashSecret(secrets.state), hashSecret(secrets.browserSecret), adminId, now],
  );
  return secrets;
}

/** Redeems an OAuth state. The state cannot be used again, even if the check fails. */
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
  if (now.getTime() - row.created_at.getTime() >= STATE_LIFETIME_SECONDS * 1000) {
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
