import { isAuthError } from "@supabase/supabase-js";
import type { Accounts } from "#server/accounts.ts";
import { type Config, ConfigurationError } from "#server/config.ts";
import type { Database } from "#server/database.ts";

type Administrator = { email: string; password: string };

/**
 * Makes the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD where there is none; never touches an existing one.
 * @throws ConfigurationError when there is none and none is given.
 */
export async function ensureAdministrator(
  config: Pick<Config, "admin">,
  database: Database,
  accounts: Accounts,
): Promise<void> {
  if (await hasAdministrator(database)) return;
  const { email, password } = config.admin;
  if (!email || !password)
    throw new ConfigurationError(
      "ADMIN_EMAIL: there is no administrator yet; start once with ADMIN_EMAIL and ADMIN_PASSWORD",
    );
  try {
    await createAdministrator(accounts, { email, password });
  } catch (cause) {
    // Another process that starts at the same time may have made the account in between.
    if (codeOf(cause) !== "email_exists") throw cause;
    if (!(await hasAdministrator(database)))
      throw new ConfigurationError("ADMIN_EMAIL: this address has an account that is no administrator's", {
        cause,
      });
  }
}

/**
 * Makes an administrator's account. @returns its id.
 * @throws ConfigurationError when the authentication service refuses the password, and as `Accounts.create` does.
 */
export async function createAdministrator(accounts: Accounts, administrator: Administrator): Promise<string> {
  try {
    return await accounts.create({ ...administrator, role: "admin" });
  } catch (cause) {
    if (codeOf(cause) !== "weak_password") throw cause;
    throw new ConfigurationError("ADMIN_PASSWORD: is too easy to guess; choose another one", { cause });
  }
}

async function hasAdministrator(database: Database): Promise<boolean> {
  const [found] = await database.bypassingPolicies({ reason: "look for an administrator" }, (query) =>
    query("select 1 from public.users where role = 'admin' limit 1"),
  );
  return Boolean(found);
}

/** The authentication service's own word for a refusal. */
function codeOf(refusal: unknown): string | undefined {
  const cause = refusal instanceof Error ? refusal.cause : undefined;
  return isAuthError(cause) ? cause.code : undefined;
}
