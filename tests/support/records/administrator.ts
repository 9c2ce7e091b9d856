import { randomUUID } from "node:crypto";
import { type Account, createAccount } from "./account.ts";
import type { DatabaseFixture } from "./insert-row.ts";

/** Inserts an administrator. With `secondFactor`, the account has a verified authenticator app. */
export async function createAdministrator(
  database: DatabaseFixture,
  options: { email?: string; password?: string; secondFactor?: boolean } = {},
): Promise<Account> {
  const account = await createAccount(database, {
    role: "admin",
    email: options.email,
    password: options.password,
  });
  if (options.secondFactor) {
    await database.pool.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, 'Authenticator', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
      [randomUUID(), account.userId],
    );
  }
  return account;
}
