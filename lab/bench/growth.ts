// What a request costs and what a client weighs, for docs/operations.md: `npx node lab/bench/growth.ts`.
import { loadavg } from "node:os";
import { createClient } from "@supabase/supabase-js";
import { aDrawablePdf } from "#tests/support/a-pdf.ts";
import { aVisit, startBrowser } from "#tests/support/browser.ts";
import { fillLists } from "./lists.ts";
import { aFullPortal, type BenchPortal, INVOICES_EACH } from "./portal-world.ts";
import { processorSeconds } from "./processor-time.ts";
import { keep } from "./table.ts";
import { inAWorld } from "./world.ts";

const SECONDS = 6;
const LANES = 16;
const DOCUMENT_MB = 20;
const LISTED_CLIENTS = 5_000;

/** Prints what one process answers a second, what each answer takes of a core, and how the database grows. */
export async function measureGrowth(): Promise<void> {
  console.log(`growth        load ${loadavg()[0]?.toFixed(1)} before`);
  const portal = await aFullPortal();
  await rate(portal, "home page", LANES, () => bytesOf(portal.url));
  const overview = await requestsOfOverview(portal);
  await rate(portal, `portal overview (${overview.length} requests, ${INVOICES_EACH} invoices)`, LANES, () =>
    Promise.all(overview.map(({ url, headers }) => bytesOf(url, headers))),
  );
  const link = await aDocumentLink(portal);
  await rate(portal, `a document of ${DOCUMENT_MB} MB`, 4, () => bytesOf(link));
  await portal.stop();
  await inAWorld(async ({ pool }) => {
    const size = async (of: string) => Number((await pool.query(`select ${of} as bytes`)).rows[0].bytes);
    const before = await size("pg_database_size(current_database())");
    await fillLists(pool, LISTED_CLIENTS);
    const grown = (await size("pg_database_size(current_database())")) - before;
    const perInvoice = (await size("pg_total_relation_size('public.invoices')")) / (LISTED_CLIENTS * 10);
    keep({ what: "database for a client", value: grown / LISTED_CLIENTS / 1024, unit: "KB" });
    console.log(
      `              a client with 2 projects, 10 invoices, a subscription, a booking, 2 messages, an inquiry: ${(grown / LISTED_CLIENTS / 1024).toFixed(1)} KB of database; an invoice alone ${(perInvoice / 1024).toFixed(2)} KB\n`,
    );
  });
}

/** How often a second the lanes together get something done, and what that takes of a core. */
async function rate(portal: BenchPortal, what: string, lanes: number, work: () => Promise<unknown>) {
  await work();
  const [used, began] = [processorSeconds(portal.pid), performance.now()];
  let done = 0;
  const lane = async () => {
    for (; performance.now() - began < SECONDS * 1000; done += 1) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const aSecond = (done / (performance.now() - began)) * 1000;
  const milliseconds = ((processorSeconds(portal.pid) - used) / done) * 1000;
  keep({ what: `processor time: ${what}`, value: milliseconds, unit: "ms" });
  console.log(
    `              ${what}: ${aSecond.toFixed(1)}/s, ${milliseconds.toFixed(1)} ms of a core each (with its database): ${(1000 / milliseconds).toFixed(0)}/s a core`,
  );
}

async function bytesOf(url: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  await answer.arrayBuffer();
}

/** What a browser asks the backend for when a client who is signed in opens the portal. */
async function requestsOfOverview({ url, people }: BenchPortal) {
  const browser = await startBrowser();
  const { page } = await aVisit(browser);
  await page.goto(`${url}/client-portal`);
  await page.getByLabel("Email").fill(people[0]?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(people[0]?.password ?? "");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText("Outstanding Balance").waitFor();
  await page.waitForLoadState("networkidle");
  const asked: { url: string; headers: Record<string, string> }[] = [];
  page.on("request", async (request) => {
    if (request.method() !== "GET" || !/\/(rest|auth|api)\/|\/client-portal$/.test(request.url())) return;
    const { apikey, authorization, accept } = request.headers();
    const headers = { apikey, authorization, accept };
    asked.push({
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
  return asked;
}

/** Uploads one as the administrator. @returns the link a client would follow. */
async function aDocumentLink({ url, rows, administrator }: BenchPortal): Promise<string> {
  const { publishableKey } = await (await fetch(`${url}/api/config`)).json();
  const { auth } = createClient(url, publishableKey, { auth: { persistSession: false } });
  const { data } = await auth.signInWithPassword(administrator);
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  const { data: client } = await rows.from("clients").select("id").limit(1).single().throwOnError();
  const form = new FormData();
  form.set("clientId", client.id);
  const pdf = new Uint8Array(aDrawablePdf("x".repeat(DOCUMENT_MB * 1_000_000)));
  form.set("file", new Blob([pdf]), "report.pdf");
  const uploaded = await fetch(`${url}/api/admin/documents/upload`, { method: "POST", headers, body: form });
  const { document } = await uploaded.json();
  const link = await fetch(`${url}/api/client/documents/${document.id}`, { headers });
  return (await link.json()).downloadUrl;
}

if (import.meta.main) await measureGrowth();
