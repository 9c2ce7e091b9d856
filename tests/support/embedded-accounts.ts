import { createEmbeddedSupabase } from "#embedded-supabase/index.ts";
import { queueAccountMail } from "#server/account-mail.ts";
import { type Accounts, createAccounts } from "#server/accounts.ts";
import { jobs } from "#server/jobs/queue.ts";
import { createLog } from "#server/log.ts";
import type { TestDatabase } from "./database.ts";

const PUBLIC_URL = "https://portal.firm.example";

/** The embedded authentication service on a test's database, its mails going to the outbox. */
export async function embeddedAccounts(
  pool: TestDatabase["pool"],
): Promise<{ accounts: Accounts; authenticate: typeof fetch }> {
  const queue = queueAccountMail(jobs, PUBLIC_URL);
  const supabase = await createEmbeddedSupabase({
    pool,
    publicUrl: PUBLIC_URL,
    publishableKey: "publishable",
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1000,
    clientAddress: () => "198.51.100.7",
    queueMail: (client, mail) =>
      queue(async (sql, values) => (await client.query(sql, values ? [...values] : [])).rows, mail),
    log: createLog("silent"),
  });
  const authenticate: typeof fetch = async (input, init) => supabase.app.fetch(new Request(input, init));
  return { accounts: createAccounts(PUBLIC_URL, "secret", authenticate), authenticate };
}
