import type pg from "pg";
import { withTransaction } from "../transaction.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { refuseLargeMetadata, userMetadataSize } from "./metadata-size.ts";
import { voidTokens } from "./one-time-tokens.ts";
import { endSessions } from "./sessions.ts";

/** What may change of an account; left out means unchanged. */
export type AccountChange = {
  password?: string;
  passwordHash?: string;
  /** Counts at once: whoever asks must have made sure that the address is the person's. */
  email?: string;
  confirmEmail?: boolean;
  /** Merged into what is there; null removes a key. */
  userMetadata?: Record<string, unknown>;
  appMetadata?: Record<string, unknown>;
  bannedUntil?: Date | null;
  /** The session that lives on when the password changes; all others end. */
  keepSession?: string;
};

const uniqueViolation = "23505";

/** Changes an account in one transaction. A new password ends the account's other sessions. */
export async function changeAccount(auth: AuthContext, id: string, change: AccountChange): Promise<void> {
  const passwordHash =
    change.password === undefined ? change.passwordHash : await auth.passwords.hash(change.password);
  await withTransaction(auth.pool, (client) =>
    applyChange(client, id, { ...change, passwordHash }, auth.now()),
  ).catch(refuseTakenEmail);
}

/** The same within a transaction; the password, if any, is hashed already. Throws an AuthError for too much metadata. */
export async function applyChange(
  client: pg.PoolClient,
  id: string,
  change: Omit<AccountChange, "password">,
  at: Date,
): Promise<void> {
  const { passwordHash: hash, email } = change;
  const { rows } = await client.query<{ metadata_size: number | null }>(
    `update auth.users set
       updated_at         = $2::timestamptz,
       encrypted_password = coalesce($3, encrypted_password),
       email              = coalesce($4, email),
       email_confirmed_at = case when $5::boolean then coalesce(email_confirmed_at, $2) else email_confirmed_at end,
       raw_user_meta_data = embedded.merged(raw_user_meta_data, $6::jsonb),
       raw_app_meta_data  = embedded.merged(raw_app_meta_data, $7::jsonb),
       banned_until       = case when $8::boolean then $9::timestamptz else banned_until end
     where id = $1
     returning ${userMetadataSize}`,
    [
      ...[id, at, hash ?? null, email ?? null, change.confirmEmail ?? false],
      ...[change.userMetadata ?? null, change.appMetadata ?? null],
      ...[change.bannedUntil !== undefined, change.bannedUntil ?? null],
    ],
  );
  if (change.userMetadata) refuseLargeMetadata(rows);
  if (email !== undefined) {
    await client.query(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = $3
       where user_id = $1 and provider = 'email'`,
      [id, email, at],
    );
  }
  if (hash !== undefined || email !== undefined) await voidWhatWaits(client, id);
  if (hash !== undefined) {
    await endSessions(client, id, change.keepSession ? "others" : "global", change.keepSession ?? null);
  }
}

/** Links and an e-mail change asked for before, perhaps by somebody else, must not undo what was just set. */
async function voidWhatWaits(client: pg.PoolClient, id: string): Promise<void> {
  await voidTokens(client, id);
  await client.query("delete from auth.flow_state where user_id = $1", [id]);
  await client.query(
    "update auth.users set email_change = '', email_change_sent_at = null where id = $1 and email_change <> ''",
    [id],
  );
}

/** Throws the AuthError for an address that another account has; passes everything else on. */
export function refuseTakenEmail(error: unknown): never {
  if ((error as { code?: string }).code === uniqueViolation) {
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  }
  throw error;
}
