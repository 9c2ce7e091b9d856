import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { connectSquare } from "#server/demo/connect-square.ts";
import { MOUNT_PATH } from "#square-simulator/index.ts";
import type { Database } from "#supabase/database.types.ts";
import { aFreePort, aProcess } from "#tests/support/a-process.ts";
import { aFolder } from "#tests/support/browser.ts";
import type { SellerSetting } from "./square-seller.ts";

const ADMINISTRATOR = { email: "owner@firm.example", password: "correct horse battery" };
const CLIENT = { email: "client@firm.example", password: "correct horse battery" };

export type SquareWorld = {
  url: string;
  /** Memory of the product's process, MB. */
  megabytes(): number;
  /** The administrator's header, once connected. */
  connect(): Promise<{ authorization: string }>;
  /** As the firm's own server sees the rows, and as a client does. */
  rows: SupabaseClient<Database>;
  client: SupabaseClient<Database>;
  /** Calls the seller's control, or reads from it. */
  seller<Answer>(name: string, input?: object): Promise<Answer>;
  stop(): Promise<void>;
};

/** The product and a simulated Square with so many invoices, each in a process of its own, over HTTP. */
export async function aSquareWorld(invoiceCount: number): Promise<SquareWorld> {
  const folder = await aFolder();
  const dataDir = join(folder.path, "data");
  const port = await aFreePort();
  const setting: SellerSetting = {
    port: Number(await aFreePort()),
    productUrl: `http://localhost:${port}`,
    applicationId: "sandbox-sq0idb-bench",
    applicationSecret: "sandbox-sq0csb-bench",
    signatureKey: "the key of the bench",
    invoiceCount,
    clientEmail: CLIENT.email,
  };
  const square = `http://127.0.0.1:${setting.port}`;
  const sellerProcess = await startSeller(setting);
  const product = aProcess({
    PORT: port,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    // How the product's own Node is to be started, such as with a limit of memory.
    NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? "",
    DEMO: "false",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    RATE_LIMIT_SCALE: "1000",
    SQUARE_MODE: "sandbox",
    SQUARE_BASE_URL: `${square}${MOUNT_PATH}`,
    SQUARE_APPLICATION_ID: setting.applicationId,
    SQUARE_APPLICATION_SECRET: setting.applicationSecret,
    SQUARE_WEBHOOK_SIGNATURE_KEY: setting.signatureKey,
  });
  await product.ready();
  const { secretKey, publishableKey } = JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8"));
  const apart = { auth: { persistSession: false, autoRefreshToken: false } };
  const rows = createClient<Database>(product.url, secretKey, apart);
  const client = createClient<Database>(product.url, publishableKey, apart);
  await addClient(rows, client);
  return {
    url: product.url,
    rows,
    client,
    megabytes: () => residentMegabytes(product.child.pid),
    connect: () =>
      connectSquare(
        (path, init) =>
          fetch((path.startsWith(MOUNT_PATH) ? square : product.url) + path, { ...init, redirect: "manual" }),
        secretKey,
        ADMINISTRATOR,
      ),
    async seller(name, input) {
      const answer = await fetch(`${square}${MOUNT_PATH}/control/${name}`, {
        ...(input ? { method: "POST", body: JSON.stringify(input) } : {}),
      });
      if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
      return answer.json();
    },
    async stop() {
      product.kill("SIGTERM");
      await product.exit();
      sellerProcess.kill();
      await folder.remove();
    },
  };
}

async function startSeller(setting: SellerSetting): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "square-seller.ts")], {
    env: { PATH: process.env.PATH, SQUARE_SELLER: JSON.stringify(setting) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`the seller ended with ${code}`)));
  });
  return child;
}

/** A client of the firm whom the seller bills, signed in. */
async function addClient(rows: SupabaseClient<Database>, client: SupabaseClient<Database>): Promise<void> {
  const { data, error } = await rows.auth.admin.createUser({
    ...CLIENT,
    email_confirm: true,
    app_metadata: { role: "client" },
  });
  if (error) throw error;
  await rows
    .from("clients")
    .insert({ user_id: data.user.id, company: "Bench", contact_person: "Ada Moreno" })
    .throwOnError();
  const signedIn = await client.auth.signInWithPassword(CLIENT);
  if (signedIn.error) throw signedIn.error;
}

function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
