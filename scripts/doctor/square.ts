import type pg from "pg";
import type { Config } from "#server/config.ts";
import { createDatabase } from "#server/database.ts";
import { jobs } from "#server/jobs/queue.ts";
import { loadKeys } from "#server/keys.ts";
import { createLog } from "#server/log.ts";
import { createPayments } from "#server/payments/index.ts";
import { type Finding, ok, problem, reasonOf, skipped } from "./finding.ts";

const LATE_DAYS = 3;

/** Asks Square whether the stored token counts and may read all it should, and when the last sync was. */
export async function lookAtSquare(config: Config, pool: pg.Pool, now: Date): Promise<Finding> {
  if (config.square.mode === "off") return skipped("Square", "SQUARE_MODE is off");
  const payments = createPayments({
    config,
    keys: loadKeys(config),
    database: createDatabase(pool),
    jobs,
    log: createLog("silent"),
    now: () => now,
  });
  try {
    const access = await payments.checkAccess();
    if (!access) return skipped("Square", "not connected: an administrator connects it on the dashboard");
    if (access.missing.length > 0)
      return problem(
        "Square",
        `may not read ${access.missing.join(", ")}`,
        "Reconnect Square on the dashboard and allow everything.",
      );
    const { expires_in_days, last_synced_at } = await payments.status();
    const says = `connected to ${access.merchantId} (${config.square.mode}), renewed within ${expires_in_days} days`;
    if (!last_synced_at || now.getTime() - Date.parse(last_synced_at) > LATE_DAYS * 86_400_000)
      return problem(
        "Square",
        `${says}, last sync ${last_synced_at ?? "never"}`,
        "Sync on the dashboard and read what it says.",
      );
    return ok("Square", `${says}, last sync ${last_synced_at}`);
  } catch (cause) {
    return problem(
      "Square",
      reasonOf(cause),
      "Is Square reachable from here, and are SQUARE_APPLICATION_ID and _SECRET right? Then reconnect.",
    );
  }
}
