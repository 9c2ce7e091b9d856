import type { Database } from "#server/database/database.ts";

/**
 * Lets the database store links to the Square simulator's pages in simulator mode. In other modes, its constraints accept
 * only Square's hosts.
 */
export async function allowSimulatorUrls(database: Database, isAllowed: boolean): Promise<void> {
  await database.bypassPolicies({ reason: "allow or reject links to the simulated Square" }, (query) =>
    query("select private.allow_simulator_urls($1)", [isAllowed]),
  );
}
