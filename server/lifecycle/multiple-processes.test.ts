import { createHmac, randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { MOUNT_PATH } from "@wardline/square-simulator";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectSquare } from "#server/demo/connect-square.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { type LoadBalancer, startLoadBalancer } from "#tests/support/network/load-balancer.ts";
import { readObject } from "#tests/support/network/read-json.ts";
import { type ProductProcess, startProductProcess } from "#tests/support/product/product-process.ts";
import { readSession } from "#tests/support/product/session.ts";
import { type SquareServer, startSquareServer } from "#tests/support/square/square-server.ts";

// Runs two server processes with one database behind one proxy.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const SIGNATURE_KEY = "signature-key-of-the-tests";
const OWNER = { email: "owner@firm.example", password: "calm seas in 2026" };

let database: TestDatabase;
let mailServer: TestSmtpServer;
let proxy: LoadBalancer;
let square: SquareServer;
let folder: Awaited<ReturnType<typeof createTempFolder>>;
let sharedEnv: Record<string, string>;
let processes: { port: number; process: ProductProcess }[];

beforeAll(async () => {
  database = await createTestDatabase();
  mailServer = await startSmtpServer();
  proxy = await startLoadBalancer();
  square = await startSquareServer(proxy.url, 120);
  folder = await createTempFolder();
  const { host, database: name } = database.connection;
  sharedEnv = {
    DATABASE_URL: `postgres://app_owner@/${name}?host=${encodeURIComponent(host)}`,
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: "127.0.0.1",
    SMTP_URL: mailServer.url,
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_the_tests",
    SUPABASE_SECRET_KEY: "sb_secret_of_the_tests",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...square.env,
    SQUARE_WEBHOOK_SIGNATURE_KEY: SIGNATURE_KEY,
  };
  processes = await Promise.all([startTestProcess("a"), startTestProcess("b")]);
  proxy.setPorts(processes.map(({ port }) => port));
});
afterAll(async () => {
  for (const { process } of processes ?? []) {
    process.kill("SIGTERM");
  }
  for (const { process } of processes ?? []) {
    await process.exit();
  }
  await proxy?.stop();
  await square?.stop();
  await mailServer?.stop();
  await folder?.remove();
});

async function startTestProcess(name: string) {
  const port = await findFreePort();
  const process = startProductProcess({ ...sharedEnv, PORT: port, DATA_DIR: `${folder.path}/${name}` });
  await process.ready();
  return { port: Number(port), process };
}

const getProcessUrl = (index: 0 | 1) => `http://127.0.0.1:${processes[index]?.port}`;

function post(address: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(address, {
    method: "POST",
    headers: {
      apikey: sharedEnv.SUPABASE_PUBLISHABLE_KEY ?? "",
      "content-type": "application/json",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function signIn(url: string): Promise<string> {
  const response = await post(`${url}/auth/v1/token?grant_type=password`, OWNER);
  expect(response.status).toBe(200);
  return (await readSession(response)).access_token;
}

const buildInquiry = (company: string) => ({
  name: "Grace Hall",
  email: `grace@${company.toLowerCase().replaceAll(/\W/g, "")}.example`,
  company,
  serviceInterest: "General Inquiry",
  message: "Please call me back about our assistant.",
});

test("shares sign-ins and sign-outs between processes", async () => {
  const client = createClient(proxy.url, sharedEnv.SUPABASE_PUBLISHABLE_KEY ?? "", {
    auth: { persistSession: false },
  });
  const { data } = await client.auth.signInWithPassword(OWNER);
  for (let turn = 0; turn < 6; turn += 1) {
    const { error } = await client.from("clients").select("id");
    expect(error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
  }
  const token = (await client.auth.getSession()).data.session?.access_token;
  expect(data.session?.access_token).not.toBe(token);
  await client.auth.signOut({ scope: "global" });
  for (const index of [0, 1] as const) {
    const response = await fetch(`${getProcessUrl(index)}/auth/v1/user`, {
      headers: { apikey: sharedEnv.SUPABASE_PUBLISHABLE_KEY ?? "", authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(403);
  }
});

test("counts failed sign-ins across processes", async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 35; attempt += 1) {
    const credentials = { email: "unknown@firm.example", password: `guess ${attempt}` };
    const headers = { "x-forwarded-for": "203.0.113.9" };
    statuses.push(
      (await post(`${proxy.url}/auth/v1/token?grant_type=password`, credentials, headers)).status,
    );
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
});

test("runs each queued job once, so that 30 inquiries send 60 emails", async () => {
  const posts = Array.from({ length: 30 }, (_, index) =>
    post(`${proxy.url}/api/contact/send`, buildInquiry(`Queue ${index}`), {
      "x-forwarded-for": `198.51.100.${index}`,
    }),
  );
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(Array(30).fill(200));
  const countUnsentEmails = async () =>
    (await database.pool.query("select 1 from private.email_outbox where status <> 'sent'")).rowCount;
  await expect.poll(countUnsentEmails, { timeout: 60_000 }).toBe(0);
  expect(mailServer.received).toHaveLength(60);
});

test("stores an event only once if both processes receive it", async () => {
  const event = JSON.stringify({
    merchant_id: "ML0000000000",
    type: "invoice.updated",
    event_id: randomUUID(),
    created_at: "2026-11-21T00:00:00Z",
    data: { type: "invoice", id: "inv:0-none", object: {} },
  });
  const signature = createHmac("sha256", SIGNATURE_KEY)
    .update(`${proxy.url}/api/square/webhook${event}`)
    .digest("base64");
  const signatureHeaders = { "x-square-hmacsha256-signature": signature };
  const responses = await Promise.all(
    [0, 1, 0, 1].map((index) =>
      post(`${getProcessUrl(index as 0 | 1)}/api/square/webhook`, event, signatureHeaders),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { rowCount } = await database.pool.query("select 1 from private.webhook_events");
  expect(rowCount).toBe(1);
});

test("runs one sync when both processes receive a request, and both report its result", async () => {
  const resumeFirstSync = square.pauseLists();
  const bearer = await connectSquare(
    (path, init) =>
      fetch((path.startsWith(MOUNT_PATH) ? square.url : proxy.url) + path, { ...init, redirect: "manual" }),
    sharedEnv.SUPABASE_SECRET_KEY ?? "",
    OWNER,
  );
  const requestSync = async (index: 0 | 1, method: string, runId = "") => {
    const response = await fetch(`${getProcessUrl(index)}/api/square/sync-invoices${runId}`, {
      method,
      headers: bearer,
    });
    return { status: response.status, body: await readObject(response) };
  };
  // Both requests join the sync that started after connecting.
  const joined = [requestSync(0, "POST"), requestSync(1, "POST")] as const;
  await expect.poll(() => square.pausedListCount()).toBe(1);
  const current = await database.pool.query("select id from private.sync_runs");
  for (const index of [0, 1] as const) {
    // Each process has received the request to sync before this one.
    expect(await requestSync(index, "GET", `?runId=${current.rows[0].id}`)).toMatchObject({ status: 202 });
  }
  resumeFirstSync();
  const [first, second] = await Promise.all(joined);
  expect(first).toMatchObject({ status: 200, body: { success: true, status: "succeeded" } });
  expect(first.body.changed).toBeGreaterThan(60);
  expect(second).toEqual(first);

  const resumeLists = square.pauseLists();
  const responses = [requestSync(0, "POST"), requestSync(1, "POST")] as const;
  // The running sync is paused, so the first response is the rejection.
  const rejected = await Promise.race(responses);
  resumeLists();
  expect(rejected).toMatchObject({
    status: 409,
    body: { success: false, code: "already_running", message: "A sync is already running." },
  });
  const completed = (await Promise.all(responses)).find((response) => response !== rejected);
  expect(completed).toMatchObject({ status: 200, body: { success: true, status: "succeeded" } });
  const { rows } = await database.pool.query(
    `select (select count(*)::int from public.invoices) as invoices, array_agg(id order by created_at) as runs
       from private.sync_runs`,
  );
  expect(rows).toEqual([
    { invoices: completed?.body.synced, runs: [first.body.runId, completed?.body.runId] },
  ]);
  expect(completed?.body.changed).toBe(0);
  for (const index of [0, 1] as const) {
    expect(await requestSync(index, "GET", `?runId=${completed?.body.runId}`)).toEqual(completed);
  }
});

test("drops no request and loses no data during a rolling restart", async () => {
  const token = await signIn(proxy.url);
  const acknowledgedReferences: string[] = [];
  const failedRequests: string[] = [];
  let isDone = false;
  const simulateUser = async (number: number) => {
    for (let turn = 0; !isDone; turn += 1) {
      const headers = { "x-forwarded-for": `192.0.2.${number}`, authorization: `Bearer ${token}` };
      const readResponse = await fetch(`${proxy.url}/rest/v1/contact_inquiries?select=reference&limit=1`, {
        headers: { ...headers, apikey: sharedEnv.SUPABASE_PUBLISHABLE_KEY ?? "" },
      });
      if (!readResponse.ok) {
        failedRequests.push(`read ${readResponse.status}`);
      }
      await readResponse.arrayBuffer();
      if (turn >= 8) {
        continue;
      }
      const writeResponse = await post(
        `${proxy.url}/api/contact/send`,
        buildInquiry(`Rolling ${number} ${turn}`),
        headers,
      );
      if (writeResponse.ok) {
        acknowledgedReferences.push(((await writeResponse.json()) as { reference: string }).reference);
      } else {
        failedRequests.push(`write ${writeResponse.status}`);
      }
    }
  };
  const users = [1, 2, 3, 4].map(simulateUser);
  for (const index of [0, 1] as const) {
    const previousProcess = processes[index];
    previousProcess?.process.kill("SIGTERM");
    expect(await previousProcess?.process.exit()).toBe(0);
    processes[index] = await startTestProcess(index === 0 ? "a" : "b");
    proxy.setPorts(processes.map(({ port }) => port));
  }
  isDone = true;
  await Promise.all(users);
  expect(failedRequests).toEqual([]);
  expect(acknowledgedReferences.length).toBeGreaterThan(8);
  const { rows } = await database.pool.query<{ reference: string }>(
    "select reference from public.contact_inquiries",
  );
  const storedReferences = rows.map(({ reference }) => reference);
  expect(
    acknowledgedReferences.filter(
      (reference) => storedReferences.filter((storedReference) => storedReference === reference).length !== 1,
    ),
  ).toEqual([]);
});
