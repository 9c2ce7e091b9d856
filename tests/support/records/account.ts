import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/bcrypt";
import type { DatabaseFixture } from "./insert-row.ts";

/** A user who can sign in. */
export type Account = { userId: string; email: string; password: string; role: "admin" | "client" };

// The lowest bcrypt cost, because tests sign in often.
const BCRYPT_COST = 4;

/** Inserts an account with a password and a confirmed email address. */
export async function createAccount(
  { pool }: DatabaseFixture,
  options: { role: "admin" | "client"; email?: string; password?: string },
): Promise<Account> {
  const userId = randomUUID();
  const {
    role,
    email = `${role}-${userId.slice(0, 8)}@example.com`,
    password = `password-${userId}`,
  } = options;
  await pool.query(
    `insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at,
                             raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ($1, '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', $2, $3, now(),
             jsonb_build_object('provider', 'email', 'providers', array['email'], 'role', $4::text), '{}', now(), now())`,
    [userId, email.toLowerCase(), await hash(password, BCRYPT_COST), role],
  );
  await pool.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     values ($1::text, $1::uuid, jsonb_build_object('sub', $1::text, 'email', $2::text, 'email_verified', true),
             'email', now(), now())`,
    [userId, email.toLowerCase()],
  );
  return { userId, email, password, role };
}
