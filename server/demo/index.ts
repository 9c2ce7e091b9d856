import type { Hono } from "hono";
import { ConfigurationError } from "#server/config.ts";
import { insertBookings } from "#server/demo/bookings.ts";
import { connectAndSync } from "#server/demo/connect-square.ts";
import { insertDocuments } from "#server/demo/documents.ts";
import { insertInquiries } from "#server/demo/inquiries.ts";
import { demonstrationState, loadPeople, markDemonstration } from "#server/demo/load.ts";
import { insertMessages } from "#server/demo/messages.ts";
import { DEMONSTRATION_CLIENTS } from "#server/demo/people.ts";
import { presentLinks } from "#server/demo/present-links.ts";
import { insertProjects } from "#server/demo/projects.ts";
import { forgetSignIns, loadSignIns, type SignIn } from "#server/demo/sign-ins.ts";
import type { Services } from "#server/services.ts";
import type { OfferedPlan } from "#server/simulator.ts";

/**
 * Loads the demonstration consultancy into an empty database: people and plans, then Square connected and synced by
 * the product's own addresses. Never into a database that holds clients of its own.
 * @returns its sign-ins; none where it was refused.
 */
export async function loadDemonstration(
  services: Services,
  app: Hono,
  plans: readonly OfferedPlan[],
  say: (line: string) => void,
): Promise<readonly SignIn[]> {
  const { database, config, keys } = services;
  const state = await demonstrationState(database);
  if (state === "refused") {
    say("DEMO: this database holds clients already, so the demonstration was not loaded.");
    return [];
  }
  const signIns = loadSignIns(config);
  if (state === "loaded") {
    if (config.square.mode === "simulator") await presentLinks(database, config.publicUrl, plans);
    return signIns;
  }
  say("Loading the demonstration: people, plans, and the simulated Square …");
  await markDemonstration(database, "loading");
  try {
    await loadPeople({ database, accounts: services.accounts, signIns, plans, now: services.now() });
  } catch (cause) {
    // The administrator comes first: nobody has these passwords yet, and the next start brings a better one.
    if (cause instanceof ConfigurationError) forgetSignIns(config);
    throw cause;
  }
  // Whoever was loaded by a start that was killed may have links to that start's address.
  if (config.square.mode === "simulator") await presentLinks(database, config.publicUrl, plans);
  const [administrator] = signIns;
  if (administrator && config.square.mode === "simulator") {
    const ask = async (path: string, init?: RequestInit) =>
      config.supabase.url && path.startsWith("/auth/v1/")
        ? fetch(new URL(path, config.supabase.url), init)
        : app.request(new URL(path, config.publicUrl).href, init);
    const synced = await connectAndSync(ask, keys.secretKey, administrator);
    say(`Connected the simulated Square and synced ${synced} invoices.`);
  }
  await database.bypassingPolicies({ reason: "load the demonstration" }, async (query) => {
    await insertProjects(query, services.now());
    await insertBookings(query, services.now());
    await insertInquiries(query, services.now());
    await insertMessages(query, DEMONSTRATION_CLIENTS[0]?.email ?? "", services.now());
  });
  await insertDocuments(services);
  await markDemonstration(database, "loaded");
  return signIns;
}
