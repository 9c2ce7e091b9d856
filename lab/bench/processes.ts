// One application process beside two on the same PostgreSQL, behind the same proxy: `npx node lab/bench/processes.ts`.
import { join } from "node:path";
import { startEmbeddedPostgres } from "#embedded-supabase/database/index.ts";
import { aFreePort, aProcess, type TestProcess } from "#tests/support/a-process.ts";
import { aRoundRobin, type RoundRobin } from "#tests/support/a-round-robin.ts";
import { aFolder } from "#tests/support/browser.ts";
import { load } from "./load.ts";
import { keep } from "./table.ts";

const SECONDS = 3;
const ROUNDS = 3;
const PARALLEL = 20;
const OWNER = { email: "owner@firm.example", password: "a long enough password" };
const KEYS = { publishable: "sb_publishable_of_the_bench", secret: "sb_secret_of_the_bench" };

/** Prints requests a second of one process and of two, and their ratio. */
export async function measureProcesses(): Promise<void> {
  const folder = await aFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder.path, "database") });
  const proxy = await aRoundRobin();
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
  const processes: TestProcess[] = [];
  const ports: number[] = [];
  for (const name of ["one", "two"]) {
    const port = await aFreePort();
    const started = aProcess({ ...shared, PORT: port, DATA_DIR: join(folder.path, name) });
    await started.ready();
    processes.push(started);
    ports.push(Number(port));
  }
  proxy.serve(ports);
  const headers = await signedIn(proxy.url);
  await report({ name: "the home page", path: "/", headers }, proxy, ports);
  await report({ name: "rows by /rest", path: "/rest/v1/users?select=id,email", headers }, proxy, ports);
  for (const one of processes) one.kill("SIGTERM");
  await Promise.all(processes.map((one) => one.exit()));
  await proxy.stop();
  await postgres.stop();
  await folder.remove();
}

async function signedIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: KEYS.publishable, "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { apikey: KEYS.publishable, authorization: `Bearer ${access_token}` };
}

type Asked = { name: string; path: string; headers: Record<string, string> };

async function report({ name, path, headers }: Asked, proxy: RoundRobin, ports: number[]): Promise<void> {
  const rate = async (served: number[]) => {
    proxy.serve(served);
    const asked = { url: proxy.url + path, headers, seconds: SECONDS, parallel: PARALLEL };
    return (await load(asked)).requestsPerSecond;
  };
  const rates = { one: [] as number[], two: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.one.push(await rate(ports.slice(0, 1)));
    rates.two.push(await rate(ports));
  }
  const [one, two] = [middle(rates.one), middle(rates.two)];
  keep({ what: `two processes beside one: ${name}`, value: two / one, unit: "×" });
  console.log(
    `processes     ${name}: one ${one.toFixed(0)}/s, two ${two.toFixed(0)}/s, ${(two / one).toFixed(2)} ×   (proxy, asker and database share the cores)`,
  );
}

const middle = (values: number[]) =>
  values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

if (import.meta.main) await measureProcesses();
