// Compares the throughput of one and two application processes with the same PostgreSQL and proxy:
// `npx node lab/bench/processes.ts`.

import { join } from "node:path";
import { startEmbeddedPostgres } from "@wardline/embedded-supabase/database";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { type LoadBalancer, startLoadBalancer } from "#tests/support/network/load-balancer.ts";
import { type ProductProcess, startProductProcess } from "#tests/support/product/product-process.ts";
import { readSession } from "#tests/support/product/session.ts";
import { runLoad } from "./measure/load.ts";
import { recordResult } from "./measure/results.ts";

const SECONDS = 3;
const ROUNDS = 3;
const CONCURRENCY = 20;
const OWNER = { email: "owner@firm.example", password: "a long enough password" };
const KEYS = { publishable: "sb_publishable_of_the_bench", secret: "sb_secret_of_the_bench" };

/** Prints requests per second of one process and of two, and their ratio. */
export async function measureProcesses(): Promise<void> {
  const folder = await createTempFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder.path, "database") });
  const proxy = await startLoadBalancer();
  const { host, user, database } = postgres.connection;
  const shared = {
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? "")}`,
    PUBLIC_URL: proxy.url,
    TRUSTED_PROXIES: "127.0.0.1",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    SUPABASE_PUBLISHABLE_KEY: KEYS.publishable,
    SUPABASE_SECRET_KEY: KEYS.secret,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    LOG_LEVEL: "error",
  };
  const processes: ProductProcess[] = [];
  const ports: number[] = [];
  for (const name of ["one", "two"]) {
    const port = await findFreePort();
    const started = startProductProcess({ ...shared, PORT: port, DATA_DIR: join(folder.path, name) });
    await started.ready();
    processes.push(started);
    ports.push(Number(port));
  }
  proxy.setPorts(ports);
  const headers = await signIn(proxy.url);
  await measureTarget({ name: "home page", path: "/", headers }, proxy, ports);
  await measureTarget(
    { name: "rows from /rest", path: "/rest/v1/users?select=id,email", headers },
    proxy,
    ports,
  );
  for (const one of processes) {
    one.kill("SIGTERM");
  }
  await Promise.all(processes.map((product) => product.exit()));
  await proxy.stop();
  await postgres.stop();
  await folder.remove();
}

async function signIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: KEYS.publishable, "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const { access_token } = await readSession(response);
  return { apikey: KEYS.publishable, authorization: `Bearer ${access_token}` };
}

type Target = { name: string; path: string; headers: Record<string, string> };

async function measureTarget(
  { name, path, headers }: Target,
  proxy: LoadBalancer,
  ports: number[],
): Promise<void> {
  const measureServingRate = async (servingPorts: number[]) => {
    proxy.setPorts(servingPorts);
    const options = { url: proxy.url + path, headers, seconds: SECONDS, parallel: CONCURRENCY };
    return (await runLoad(options)).requestsPerSecond;
  };
  const rates = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.one.push(await measureServingRate(ports.slice(0, 1)));
    rates.two.push(await measureServingRate(ports));
  }
  const [oneProcess, twoProcesses] = [median(rates.one), median(rates.two)];
  recordResult({
    name: `two processes compared with one: ${name}`,
    value: twoProcesses / oneProcess,
    unit: "×",
  });
  console.log(
    `processes     ${name}: one ${oneProcess.toFixed(0)}/s, two ${twoProcesses.toFixed(0)}/s, ${(twoProcesses / oneProcess).toFixed(2)} ×   (proxy, load generator and database share the cores)`,
  );
}

const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

if (import.meta.main) {
  await measureProcesses();
}
