import type { Accounts } from "#server/accounts.ts";
import { type Config, ConfigurationError } from "#server/config.ts";
import type { Database } from "#server/database.ts";

/**
 * Makes the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD where there is none; never touches an existing one.
 * @throws ConfigurationError when there is none and none is given.
 */
export async function ensureAdministrator(
  config: Pick<Config, "admin">,
  database: Database,
  accounts: Accounts,
): Promise<void> {
  const [found] = await database.bypassingPolicies({ reason: "look for an administrator" }, (query) =>
    query("select 1 from public.users where role = 'admin' limit 1"),
  );
  if (found) return;
  const { email, password } = config.admin;
  if (!email || !password)
    throw new ConfigurationError(
      "ADMIN_EMAIL: there is no administrator yet; start once with ADMIN_EMAIL and ADMIN_PASSWORD",
    );
  await accounts.create({ email, password, role: "admin" });
}
