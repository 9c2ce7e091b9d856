import { randomUUID } from "node:crypto";
import type pg from "pg";
import { queryRows } from "../../query.ts";
import { METADATA_SIZE_COLUMN, rejectLargeMetadata } from "./metadata-size.ts";

export type NewAccount = {
  id?: string | undefined;
  email: string;
  passwordHash?: string | null | undefined;
  isConfirmed?: boolean;
  userMetadata?: Record<string, unknown> | null | undefined;
  appMetadata?: Record<string, unknown> | null | undefined;
  bannedUntil?: Date | null | undefined;
};

/** Inserts a user and their email identity, and returns the user id. A duplicate email violates a unique index. */
export async function createAccount(client: pg.PoolClient, account: NewAccount, at: Date): Promise<string> {
  const { email, id = randomUUID(), isConfirmed = false } = account;
  const identity = { sub: id, email, email_verified: false, phone_verified: false };
  const rows = await queryRows(
    client,
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
                             raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at,
                             confirmation_token, recovery_token, email_change_token_new, email_change)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, $4,
             $5, $6, $7, $8::timestamptz, $8, '', '', '', '')
     returning ${METADATA_SIZE_COLUMN}`,
    [
      id,
      email,
      account.passwordHash ?? null,
      isConfirmed ? at : null,
      { ...account.appMetadata, provider: "email", providers: ["email"] },
      // Supabase Auth adds the field when the address is confirmed.
      { ...account.userMetadata, ...(isConfirmed ? { email_verified: true } : {}) },
      account.bannedUntil ?? null,
      at,
    ],
  );
  rejectLargeMetadata(rows);
  await queryRows(
    client,
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     values ($1::uuid::text, $1::uuid, $2, 'email', $3, $3)`,
    [id, identity, at],
  );
  return id;
}
