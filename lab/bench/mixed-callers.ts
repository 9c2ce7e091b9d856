// Sends mixed requests from two clients, an administrator and a visitor over one pool. Counts rows that a caller must not see:
// `npx node lab/bench/mixed-callers.ts`.

import {
  createSignedInUser,
  insertInvoices,
  PUBLISHABLE_KEY,
  type SignedInUser,
  startHttpServer,
  type TestBackend,
  withTestBackend,
} from "./fixtures/backend.ts";
import { recordResult } from "./measure/results.ts";

const REQUESTS = 10_000;
const CONCURRENCY = 50;
const INVOICES_PER_CLIENT = 20;

type Caller = { token: string; mayRead: string[]; mayNotRead: string[] };

/** Prints how many responses contained another client's row, and how many failed. */
export async function measureMixedCallers(): Promise<void> {
  await withTestBackend(async (backend) => {
    const server = await startHttpServer(backend.supabase.app.fetch);
    const startedAt = performance.now();
    const { foreign, failed, own } = await runRequests(server.origin, await createCallers(backend));
    const seconds = (performance.now() - startedAt) / 1000;
    server.close();
    console.log(
      `mixed callers ${REQUESTS} requests, ${CONCURRENCY} at a time over ${backend.pool.options.max} connections, ${seconds.toFixed(1)} s`,
    );
    console.log(
      `              ${foreign} with a foreign row   (target: 0), ${failed} failed, ${own} with own rows\n`,
    );
    recordResult({ name: "mixed requests with a foreign row", value: foreign, unit: "", atMost: 0 });
    recordResult({ name: "mixed requests failed", value: failed, unit: "", atMost: 0 });
    if (foreign > 0 || failed > 0) {
      process.exitCode = 1;
    }
  });
}

async function createCallers(backend: TestBackend): Promise<Caller[]> {
  const [a, b] = [await createSignedInUser(backend, "a"), await createSignedInUser(backend, "b")];
  const administrator = await createSignedInUser(backend, "administrator", "admin");
  const both = [a.clientId, b.clientId];
  await insertInvoices(backend.pool, both, INVOICES_PER_CLIENT);
  const caller = ({ token }: SignedInUser, mayRead: string[]): Caller => ({
    token,
    mayRead,
    mayNotRead: both.filter((id) => !mayRead.includes(id)),
  });
  return [
    caller(a, [a.clientId]),
    caller(b, [b.clientId]),
    caller(administrator, both),
    { token: PUBLISHABLE_KEY, mayRead: [], mayNotRead: both },
  ];
}

// Every response contains the client id of its rows.
const QUERIES: { path: string; init?: RequestInit; accept?: string }[] = [
  { path: "invoices?select=invoice_number,clients(id,company)" },
  { path: "invoices?select=*&order=due_date.desc&limit=5", accept: "text/csv" },
  { path: "clients?select=id,company,invoices(invoice_number,client_id)" },
  { path: "users?select=id,email,clients(id)" },
  {
    path: "clients?company=like.Company*&select=id,phone",
    init: { method: "PATCH", headers: { Prefer: "return=representation" }, body: '{"phone":"1"}' },
  },
  { path: "invoices?select=nothing_of_the_kind" },
];

async function runRequests(origin: string, callers: Caller[]) {
  const counts = { foreign: 0, failed: 0, own: 0 };
  let nextIndex = 0;
  const worker = async () => {
    for (let index = nextIndex++; index < REQUESTS; index = nextIndex++) {
      const caller = callers[index % callers.length] as Caller;
      const query = QUERIES[(index * 5 + Math.floor(index / 7)) % QUERIES.length] as (typeof QUERIES)[number];
      const headers = new Headers(query.init?.headers);
      headers.set("apikey", PUBLISHABLE_KEY);
      headers.set("authorization", `Bearer ${caller.token}`);
      headers.set("content-type", "application/json");
      if (query.accept) {
        headers.set("accept", query.accept);
      }
      const response = await fetch(`${origin}/rest/v1/${query.path}`, { ...query.init, headers });
      const body = await response.text();
      if (response.status >= 500) {
        counts.failed++;
      }
      if (caller.mayNotRead.some((id) => body.includes(id))) {
        counts.foreign++;
      }
      if (response.ok && caller.mayRead.some((id) => body.includes(id))) {
        counts.own++;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return counts;
}

if (import.meta.main) {
  await measureMixedCallers();
}
