import { createAccounts } from "#server/auth/accounts.ts";
import type { Backend } from "#server/backend.ts";
import { createDocumentLinks } from "#server/files/download/document-links.ts";
import { createScanner } from "#server/files/index.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createPaymentContext } from "#server/payments/create-payment-context.ts";
import type { Services } from "#server/services.ts";
import { createPublishedRetentionCache } from "#server/site/published-retention.ts";

type Dependencies = Pick<
  Services,
  "config" | "keys" | "database" | "files" | "log" | "now" | "clientAddress"
> & {
  backend: Backend;
  /** Calls the simulator instead of the network. Unset outside simulator mode. */
  fetchFromSquare: typeof fetch | undefined;
};

/** Creates the services that need the database and the backend, and loads the published retention periods. */
export async function createServices({ backend, fetchFromSquare, ...base }: Dependencies): Promise<Services> {
  const { config, keys, database, log, now } = base;
  const publishedRetention = createPublishedRetentionCache(database, log, now);
  await publishedRetention.refresh();
  const services = {
    ...base,
    jobs,
    sessions: backend.sessions(database),
    accounts: createAccounts(
      config.supabase.url ?? config.publicUrl,
      keys.secretKey,
      backend.fetch,
      config.publicUrl,
    ),
    rateLimits: createRateLimits(config.rateLimitScale, now),
    scanner: createScanner(config),
    documentLinks: createDocumentLinks(keys.encryptionKey, now),
    publishedRetention,
  };
  return { ...services, payments: createPaymentContext(services, { fetch: fetchFromSquare }) };
}
