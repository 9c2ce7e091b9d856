import type pg from "pg";
import { getErrorCode } from "../../error-details.ts";
import { queryRows } from "../../query.ts";
import { withTransaction } from "../../transaction.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { revokeTokens } from "../links/one-time-tokens.ts";
import { endSessions } from "../sessions/sessions.ts";
import { METADATA_SIZE_COLUMN, rejectLargeMetadata } from "./metadata-size.ts";

/** Changes to an account. Omitted fields stay unchanged. */
export type AccountUpdate = {
  passwordHash?: string;
  /** Takes effect immediately, so the caller must have verified that the address belongs to the user. */
  email?: string;
  confirmEmail?: boolean;
  /** Merged into the existing metadata. A null value removes the key. */
  userMetadata?: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  bannedUntil?: Date | null;
  /** The only session that stays active after a password change. */
  keepSessionId?: string;
};

const UNIQUE_VIOLATION = "23505";

/** Updates an account in one transaction. A new password ends the user's other sessions. */
export async function updateAccount(auth: AuthContext, id: string, change: AccountUpdate): Promise<void> {
  await withTransaction(auth.pool, (client) => applyAccountUpdate(client, id, change, auth.now())).catch(
    rejectDuplicateEmail,
  );
}

/**
 * Updates an account inside the caller's transaction.
 * @throws {AuthError} if the user metadata becomes too large.
 */
export async function applyAccountUpdate(
  client: pg.PoolClient,
  id: string,
  change: AccountUpdate,
  at: Date,
): Promise<void> {
  const { passwordHash: hash, email } = change;
  const rows = await queryRows(
    client,
    `update auth.users set
       updated_at         = $2::timestamptz,
       encrypted_password = coalesce($3, encrypted_password),
       email              = coalesce($4, email),
       email_confirmed_at = case when $5::boolean then coalesce(email_confirmed_at, $2) else email_confirmed_at end,
       raw_user_meta_data = embedded.merged(raw_user_meta_data, $6::jsonb),
       raw_app_meta_data  = embedded.merged(raw_app_meta_data, $7::jsonb),
       banned_until       = case when $8::boolean then $9::timestamptz else banned_until end
     where id = $1
     returning ${METADATA_SIZE_COLUMN}`,
    [
      id,
      at,
      hash ?? null,
      email ?? null,
      change.confirmEmail ?? false,
      change.userMetadata ?? null,
      change.appMetadata ?? null,
      change.bannedUntil !== undefined,
      change.bannedUntil ?? null,
    ],
  );
  if (change.userMetadata) {
    rejectLargeMetadata(rows);
  }
  if (email !== undefined) {
    await queryRows(
      client,
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = $3
       where user_id = $1 and provider = 'email'`,
      [id, email, at],
    );
  }
  if (hash !== undefined || email !== undefined) {
    await revokePendingLinks(client, id);
  }
  if (hash !== undefined) {
    await endSessions(client, id, change.keepSessionId ? "others" : "global", change.keepSessionId ?? null);
  }
}

/**
 * Revokes links and email changes that were requested earlier, possibly by an attacker, so that they cannot undo the
 * update.
 */
async function revokePendingLinks(client: pg.PoolClient, id: string): Promise<void> {
  await revokeTokens(client, id);
  await queryRows(client, "delete from auth.flow_state where user_id = $1", [id]);
  await queryRows(
    client,
    "update auth.users set email_change = '', email_change_sent_at = null where id = $1 and email_change <> ''",
    [id],
  );
}

/**
 * Translates a unique violation and rethrows every other error.
 * @throws {AuthError} 422 `email_exists`
 */
export function rejectDuplicateEmail(error: unknown): never {
  if (getErrorCode(error) === UNIQUE_VIOLATION) {
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  }
  throw error;
}
