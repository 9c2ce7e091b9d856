import type { Hono } from "hono";
import { ConfigurationError } from "#server/config.ts";
import { insertBookings } from "#server/demo/bookings.ts";
import { connectAndSync } from "#server/demo/connect-square.ts";
import { insertDocuments } from "#server/demo/documents.ts";
import { insertFindings } from "#server/demo/findings/insert-findings.ts";
import { insertInquiries } from "#server/demo/inquiries.ts";
import { getDemoStatus, loadAccounts, setDemoStatus } from "#server/demo/load-accounts.ts";
import { insertMessages } from "#server/demo/messages.ts";
import { insertProjects } from "#server/demo/projects.ts";
import { loadProposals } from "#server/demo/proposals.ts";
import { generateReports } from "#server/demo/reports.ts";
import { insertScheduling } from "#server/demo/scheduling.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { deleteSignIns, loadSignIns, type SignIn } from "#server/demo/sign-ins.ts";
import { updateSquareLinks } from "#server/demo/update-square-links.ts";
import { startScheduledComparison } from "#server/payments/sync/start-sync.ts";
import type { Services } from "#server/services.ts";
import type { SimulatedPlan } from "#server/simulator.ts";

/**
 * Loads the demo data into an empty database. Creates accounts and plans, then connects and syncs the simulated Square
 * through the server's endpoints.
 * @returns the demo sign-ins, or none if the database already contains other clients.
 */
export async function loadDemo(
  services: Services,
  app: Hono,
  plans: readonly SimulatedPlan[],
  print: (line: string) => void,
): Promise<readonly SignIn[]> {
  const { database, config, keys } = services;
  const status = await getDemoStatus(database);
  if (status === "unavailable") {
    print("DEMO: demo data not loaded, because this database already contains clients.");
    return [];
  }
  const signIns = loadSignIns(config);
  if (status === "loaded") {
    if (config.square.mode === "simulator" && (await updateSquareLinks(database, config.publicUrl, plans))) {
      await startScheduledComparison(services.payments);
    }
    return signIns;
  }
  print("Loading demo data: accounts, plans and the simulated Square…");
  await setDemoStatus(database, "loading");
  try {
    await loadAccounts({ database, accounts: services.accounts, signIns, plans, now: services.now() });
  } catch (error) {
    // ADMIN_PASSWORD is invalid. No account has these passwords yet, so let the next start create new ones.
    if (error instanceof ConfigurationError) {
      deleteSignIns(config);
    }
    throw error;
  }
  // Data loaded by an interrupted start may contain links to the PUBLIC_URL of that start.
  if (config.square.mode === "simulator") {
    await updateSquareLinks(database, config.publicUrl, plans);
  }
  const [administrator] = signIns;
  if (administrator && config.square.mode === "simulator") {
    const request = async (path: string, init?: RequestInit) =>
      config.supabase.url && path.startsWith("/auth/v1/")
        ? fetch(new URL(path, config.supabase.url), init)
        : app.request(new URL(path, config.publicUrl).href, init);
    const synced = await connectAndSync(request, keys.secretKey, administrator);
    print(`Connected the simulated Square and synced ${synced} invoices.`);
  }
  await database.bypassPolicies({ reason: "load demo data" }, async (query) => {
    await insertProjects(query, services.now());
    await insertFindings(query, services.now());
    await insertBookings(query, services.now());
    await insertInquiries(query, services.now());
    await insertScheduling(query, services.now());
    await insertMessages(query, DEMO_CLIENTS[0]?.email ?? "", services.now());
  });
  await insertDocuments(services);
  await generateReports(services);
  await loadProposals(services);
  await setDemoStatus(database, "loaded");
  return signIns;
}
