import { createEmbeddedSupabase } from "@wardline/embedded-supabase";
import type { TestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { createAccountEmailQueue } from "#server/auth/account-email.ts";
import { type Accounts, createAccounts } from "#server/auth/accounts.ts";
import { createQuery } from "#server/database/query.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";

const PUBLIC_URL = "https://portal.firm.example";

/** The embedded authentication service on a test database. Its email goes to the outbox. */
export async function createEmbeddedAccounts(
  pool: TestDatabase["pool"],
): Promise<{ accounts: Accounts; authenticate: typeof fetch }> {
  const queue = createAccountEmailQueue(jobs, PUBLIC_URL);
  const supabase = await createEmbeddedSupabase({
    pool,
    publicUrl: PUBLIC_URL,
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1000,
    passwordCost: 4,
    clientAddress: () => "198.51.100.7",
    queueEmail: (client, email) => queue(createQuery(client), email),
    log: createLogger("silent"),
  });
  const authenticate: typeof fetch = async (input, init) => supabase.app.fetch(new Request(input, init));
  return { accounts: createAccounts(PUBLIC_URL, "secret", authenticate), authenticate };
}
