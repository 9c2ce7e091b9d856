import type pg from "pg";
import type { Config } from "#server/config.ts";
import { createDatabase } from "#server/database/database.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { loadKeys } from "#server/keys.ts";
import { createLogger } from "#server/observability/logger.ts";
import { checkAccess } from "#server/payments/connection/check-access.ts";
import { getConnectionStatus } from "#server/payments/connection/connection-status.ts";
import { createPaymentContext } from "#server/payments/create-payment-context.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { checkEventTypes } from "./event-types.ts";
import { describeError, type Finding, ok, problem, skipped } from "./finding.ts";

const MAX_SYNC_AGE_DAYS = 3;

/** Checks the connection to Square and the webhook subscription. */
export async function checkSquare(config: Config, pool: pg.Pool, now: Date): Promise<Finding[]> {
  if (config.square.mode === "off") {
    return [skipped("Square", "SQUARE_MODE is off")];
  }
  const payments = createPaymentContext({
    config,
    keys: loadKeys(config),
    database: createDatabase(pool),
    jobs,
    log: createLogger("silent"),
    now: () => now,
  });
  return [await checkConnection(config, payments, now), await checkEventTypes(config, payments.provider)];
}

/** Checks that Square accepts the stored token, that it has all permissions, and that invoices were synced recently. */
async function checkConnection(config: Config, payments: PaymentContext, now: Date): Promise<Finding> {
  try {
    const access = await checkAccess(payments);
    if (!access) {
      return skipped("Square", "not connected; an administrator can connect it on the dashboard");
    }
    if (access.missing.length > 0) {
      return problem(
        "Square",
        `missing permissions: ${access.missing.join(", ")}`,
        "Reconnect Square on the dashboard and allow all permissions.",
      );
    }
    const { expires_in_days, last_synced_at } = await getConnectionStatus(payments);
    const detail = `connected to ${access.merchantId} (${config.square.mode}), token expires in ${expires_in_days} days`;
    if (!last_synced_at || now.getTime() - Date.parse(last_synced_at) > MAX_SYNC_AGE_DAYS * 86_400_000) {
      return problem(
        "Square",
        `${detail}, last sync ${last_synced_at ?? "never"}`,
        "Run a sync on the dashboard and check the result.",
      );
    }
    return ok("Square", `${detail}, last sync ${last_synced_at}`);
  } catch (error) {
    return problem(
      "Square",
      describeError(error),
      "Check that this machine can reach Square, and check SQUARE_APPLICATION_ID and SQUARE_APPLICATION_SECRET. Then reconnect.",
    );
  }
}
