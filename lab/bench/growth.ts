// CPU time per request and database size per client, for docs/operations.md: `npx node lab/bench/growth.ts`.
import { loadavg } from "node:os";
import { createClient } from "@supabase/supabase-js";
import { openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { buildRenderablePdf } from "#tests/support/files/renderable-pdf.ts";
import { withTestBackend } from "./fixtures/backend.ts";
import { type BenchPortal, INVOICES_PER_CLIENT, startPortal } from "./fixtures/portal.ts";
import { insertListData } from "./lists.ts";
import { readCpuSeconds } from "./measure/cpu-time.ts";
import { recordResult } from "./measure/results.ts";

const SECONDS = 6;
const CONCURRENCY = 16;
const DOCUMENT_MB = 20;
const LISTED_CLIENTS = 5_000;

/** Prints throughput and CPU time per response of one process, and the database size per client. */
export async function measureGrowth(): Promise<void> {
  console.log(`growth        load ${loadavg()[0]?.toFixed(1)} before`);
  const portal = await startPortal();
  await measureRate(portal, "home page", CONCURRENCY, () => download(portal.url));
  const overview = await recordOverviewRequests(portal);
  await measureRate(
    portal,
    `portal overview (${overview.length} requests, ${INVOICES_PER_CLIENT} invoices)`,
    CONCURRENCY,
    () => Promise.all(overview.map(({ url, headers }) => download(url, headers))),
  );
  const link = await createDocumentLink(portal);
  await measureRate(portal, `a document of ${DOCUMENT_MB} MB`, 4, () => download(link));
  await portal.stop();
  await withTestBackend(async ({ pool }) => {
    const size = async (of: string) => Number((await pool.query(`select ${of} as bytes`)).rows[0].bytes);
    const before = await size("pg_database_size(current_database())");
    await insertListData(pool, LISTED_CLIENTS);
    const addedBytes = (await size("pg_database_size(current_database())")) - before;
    const perInvoice = (await size("pg_total_relation_size('public.invoices')")) / (LISTED_CLIENTS * 10);
    recordResult({ name: "database per client", value: addedBytes / LISTED_CLIENTS / 1024, unit: "KB" });
    console.log(
      `              one client with 2 projects, 10 invoices, a subscription, a booking, 2 messages, an inquiry: ${(addedBytes / LISTED_CLIENTS / 1024).toFixed(1)} KB of database; one invoice ${(perInvoice / 1024).toFixed(2)} KB\n`,
    );
  });
}

/** Runs `work` with `workers` in parallel. Prints runs per second and CPU time per run. */
async function measureRate(portal: BenchPortal, name: string, workers: number, work: () => Promise<unknown>) {
  await work();
  const [used, startedAt] = [readCpuSeconds(portal.pid), performance.now()];
  let done = 0;
  const worker = async () => {
    for (; performance.now() - startedAt < SECONDS * 1000; done += 1) {
      await work();
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  const perSecond = (done / (performance.now() - startedAt)) * 1000;
  const milliseconds = ((readCpuSeconds(portal.pid) - used) / done) * 1000;
  recordResult({ name: `CPU time: ${name}`, value: milliseconds, unit: "ms" });
  console.log(
    `              ${name}: ${perSecond.toFixed(1)}/s, ${milliseconds.toFixed(1)} ms of CPU time each (including the database): ${(1000 / milliseconds).toFixed(0)}/s per core`,
  );
}

async function download(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok) {
    throw new Error(`${url} returned ${response.status}`);
  }
  await response.arrayBuffer();
}

/** Records the requests a browser sends when a signed-in client opens the portal. */
async function recordOverviewRequests({ url, users }: BenchPortal) {
  const browser = await startBrowser();
  const { page } = await openPage(browser);
  await page.goto(`${url}/client-portal`);
  await page.getByLabel("Email").fill(users[0]?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(users[0]?.password ?? "");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText("Outstanding Balance").waitFor();
  await page.waitForLoadState("networkidle");
  const requests: { url: string; headers: Record<string, string> }[] = [];
  page.on("request", async (request) => {
    if (request.method() !== "GET" || !/\/(rest|auth|api)\/|\/client-portal$/.test(request.url())) {
      return;
    }
    const { apikey, authorization, accept } = request.headers();
    const headers = { apikey, authorization, accept };
    requests.push({
      url: request.url(),
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      ),
    });
  });
  await page.reload();
  await page.getByText("Outstanding Balance").waitFor();
  await page.waitForLoadState("networkidle");
  await browser.close();
  return requests;
}

/** Uploads a document as the administrator. Returns the client's download link. */
async function createDocumentLink({ url, rows, administrator }: BenchPortal): Promise<string> {
  const { publishableKey } = await (await fetch(`${url}/api/config`)).json();
  const { auth } = createClient(url, publishableKey, { auth: { persistSession: false } });
  const { data } = await auth.signInWithPassword(administrator);
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  const { data: client } = await rows.from("clients").select("id").limit(1).single().throwOnError();
  const form = new FormData();
  form.set("clientId", client.id);
  const pdf = new Uint8Array(buildRenderablePdf("x".repeat(DOCUMENT_MB * 1_000_000)));
  form.set("file", new Blob([pdf]), "report.pdf");
  const uploaded = await fetch(`${url}/api/admin/documents/upload`, { method: "POST", headers, body: form });
  const { document } = await uploaded.json();
  const link = await fetch(`${url}/api/client/documents/${document.id}`, { headers });
  return (await link.json()).downloadUrl;
}

if (import.meta.main) {
  await measureGrowth();
}
