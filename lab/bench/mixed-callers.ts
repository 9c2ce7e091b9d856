// Two clients, an administrator and a visitor mixed over one pool, looking for rows that are not theirs:
// `npx node lab/bench/mixed-callers.ts`.

import { keep } from "./table.ts";
import {
  aMember,
  inAWorld,
  invoicesFor,
  listening,
  type Member,
  publishableKey,
  type World,
} from "./world.ts";

const requests = 10_000;
const parallel = 50;
const invoicesEach = 20;

type Caller = { token: string; mayRead: string[]; mayNotRead: string[] };

/** Prints how many of the answers held a row of somebody else, and how many failed. */
export async function measureMixedCallers(): Promise<void> {
  await inAWorld(async (world) => {
    const server = await listening(world.supabase.app.fetch);
    const began = performance.now();
    const { foreign, failed, own } = await ask(server.origin, await callersOf(world));
    const seconds = (performance.now() - began) / 1000;
    server.close();
    console.log(
      `mixed callers ${requests} requests, ${parallel} at a time over ${world.pool.options.max} connections, ${seconds.toFixed(1)} s`,
    );
    console.log(
      `              ${foreign} with a foreign row   (aim: 0), ${failed} failed, ${own} with own rows\n`,
    );
    keep({ what: "mixed requests with a foreign row", value: foreign, unit: "", atMost: 0 });
    keep({ what: "mixed requests failed", value: failed, unit: "", atMost: 0 });
    if (foreign > 0 || failed > 0) process.exitCode = 1;
  });
}

async function callersOf(world: World): Promise<Caller[]> {
  const [a, b] = [await aMember(world, "a"), await aMember(world, "b")];
  const administrator = await aMember(world, "administrator", "admin");
  const both = [a.clientId, b.clientId];
  await invoicesFor(world.pool, both, invoicesEach);
  const caller = ({ token }: Member, mayRead: string[]): Caller => ({
    token,
    mayRead,
    mayNotRead: both.filter((id) => !mayRead.includes(id)),
  });
  return [
    caller(a, [a.clientId]),
    caller(b, [b.clientId]),
    caller(administrator, both),
    { token: publishableKey, mayRead: [], mayNotRead: both },
  ];
}

// Every row holds its client's id, by whatever way it is reached.
const ways: { path: string; init?: RequestInit; accept?: string }[] = [
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

async function ask(origin: string, callers: Caller[]) {
  const seen = { foreign: 0, failed: 0, own: 0 };
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < requests; at = next++) {
      const caller = callers[at % callers.length] as Caller;
      const way = ways[(at * 5 + Math.floor(at / 7)) % ways.length] as (typeof ways)[number];
      const headers = new Headers(way.init?.headers);
      headers.set("apikey", publishableKey);
      headers.set("authorization", `Bearer ${caller.token}`);
      headers.set("content-type", "application/json");
      if (way.accept) headers.set("accept", way.accept);
      const answer = await fetch(`${origin}/rest/v1/${way.path}`, { ...way.init, headers });
      const body = await answer.text();
      if (answer.status >= 500) seen.failed++;
      if (caller.mayNotRead.some((id) => body.includes(id))) seen.foreign++;
      if (answer.ok && caller.mayRead.some((id) => body.includes(id))) seen.own++;
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return seen;
}

if (import.meta.main) await measureMixedCallers();
