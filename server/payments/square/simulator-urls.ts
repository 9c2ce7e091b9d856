import type { Database } from "#server/database/database.ts";

/** Sets whether database constraints accept links to the simulator in addition to links to Square's hosts. */
export async function allowSimulatorUrls(database: Database, isAllowed: boolean): Promise<void> {
  await database.bypassPolicies({ reason: "allow or reject links to the simulated Square" }, (query) =>
    query("select private.allow_simulator_urls($1)", [isAllowed]),
  );
}
