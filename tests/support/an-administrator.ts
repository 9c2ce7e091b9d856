import { randomUUID } from "node:crypto";
import { type Account, anAccount } from "./an-account.ts";
import type { World } from "./rows.ts";

/** An administrator; with `secondFactor`, one who has a verified authenticator app and must use it. */
export async function anAdministrator(
  world: World,
  wanted: { email?: string; password?: string; secondFactor?: boolean } = {},
): Promise<Account> {
  const account = await anAccount(world, { role: "admin", email: wanted.email, password: wanted.password });
  if (wanted.secondFactor) {
    await world.pool.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, 'Authenticator', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`,
      [randomUUID(), account.userId],
    );
  }
  return account;
}
