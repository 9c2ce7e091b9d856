import { isAuthError } from "@supabase/supabase-js";
import type { Accounts } from "#server/auth/accounts.ts";
import { type Config, ConfigurationError } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";

type Administrator = { email: string; password: string };

/**
 * Creates the first administrator from ADMIN_EMAIL and ADMIN_PASSWORD. Does nothing if an administrator exists.
 * @throws {ConfigurationError} when there is no administrator and the variables are not set.
 */
export async function ensureFirstAdministrator(
  config: Pick<Config, "admin">,
  database: Database,
  accounts: Accounts,
): Promise<void> {
  if (await hasAdministrator(database)) {
    return;
  }
  const { email, password } = config.admin;
  if (!email || !password) {
    throw new ConfigurationError(
      "ADMIN_EMAIL: there is no administrator yet. Set ADMIN_EMAIL and ADMIN_PASSWORD for the first start.",
    );
  }
  try {
    await createAdministrator(accounts, { email, password });
  } catch (error) {
    // Another process that started at the same time may have created the account.
    if (getAuthErrorCode(error) !== "email_exists") {
      throw error;
    }
    if (!(await hasAdministrator(database))) {
      throw new ConfigurationError(
        "ADMIN_EMAIL: this email address belongs to an account that is not an administrator",
        {
          cause: error,
        },
      );
    }
  }
}

/**
 * Creates an administrator account.
 * @returns its id.
 * @throws {ConfigurationError} when the password is too weak. Other errors as in `Accounts.create`.
 */
export async function createAdministrator(accounts: Accounts, administrator: Administrator): Promise<string> {
  try {
    return await accounts.create({ ...administrator, role: "admin" });
  } catch (error) {
    if (getAuthErrorCode(error) !== "weak_password") {
      throw error;
    }
    throw new ConfigurationError("ADMIN_PASSWORD: is too easy to guess. Choose another one.", {
      cause: error,
    });
  }
}

async function hasAdministrator(database: Database): Promise<boolean> {
  const [existing] = await database.bypassPolicies({ reason: "check for an administrator" }, (query) =>
    query("select 1 from public.users where role = 'admin' limit 1"),
  );
  return Boolean(existing);
}

/** The error code returned by the authentication service. */
function getAuthErrorCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return isAuthError(cause) ? cause.code : undefined;
}
