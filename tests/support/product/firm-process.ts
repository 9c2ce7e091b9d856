import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTempFolder } from "../files/temp-folder.ts";
import { findFreePort } from "../network/free-port.ts";
import type { StoredInquiry } from "./inquiry-ledger.ts";
import { type ProcessLimits, type ProductProcess, startProductProcess } from "./product-process.ts";

/** The product without demo data, as a process that can be killed and restarted on the same data. */
export type FirmProcess = {
  url: string;
  dataDir: string;
  process: ProductProcess;
  /** Restarts the process after it has ended. */
  restart(env?: Record<string, string>): Promise<void>;
  /** All inquiries, read with the secret key. */
  listInquiries(): Promise<StoredInquiry[]>;
  stop(): Promise<void>;
};

/** The firm's administrator. */
export const OWNER = { email: "owner@firm.example", password: "a long enough password" };

/** Starts the product on a new data directory. It trusts X-Forwarded-For, so that a test can simulate many clients. */
export async function startFirmProcess(
  env: Record<string, string> = {},
  limits: ProcessLimits = {},
): Promise<FirmProcess> {
  const folder = await createTempFolder();
  const port = env.PORT ?? (await findFreePort());
  const dataDir = join(folder.path, "data");
  const start = (overrides: Record<string, string> = {}) =>
    startProductProcess(
      {
        PORT: port,
        DATA_DIR: dataDir,
        DEMO: "false",
        ADMIN_EMAIL: OWNER.email,
        ADMIN_PASSWORD: OWNER.password,
        TRUSTED_PROXIES: "127.0.0.1,::1",
        RATE_LIMIT_SCALE: "10000",
        LOG_LEVEL: "error",
        ...env,
        ...overrides,
      },
      limits,
    );
  const firm: FirmProcess = {
    url: `http://localhost:${port}`,
    dataDir,
    process: start(),
    async restart(overrides) {
      firm.process = start(overrides);
      await firm.process.ready();
    },
    async listInquiries() {
      const { secretKey } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
      const inquiries: StoredInquiry[] = [];
      for (;;) {
        const page = `select=reference,message&order=created_at,id&limit=1000&offset=${inquiries.length}`;
        const response = await fetch(`${firm.url}/rest/v1/contact_inquiries?${page}`, {
          headers: { apikey: secretKey },
        });
        const rows = (await response.json()) as StoredInquiry[];
        inquiries.push(...rows);
        if (rows.length < 1000) {
          return inquiries;
        }
      }
    },
    async stop() {
      firm.process.kill("SIGTERM");
      await firm.process.exit();
      await folder.remove();
    },
  };
  await firm.process.ready();
  return firm;
}
