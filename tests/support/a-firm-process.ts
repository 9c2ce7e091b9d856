import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredInquiry } from "./a-ledger.ts";
import { aFreePort, aProcess, type Limits, type TestProcess } from "./a-process.ts";
import { aFolder } from "./browser.ts";

/** A real firm's product (no demonstration) as a process that can be killed and started again on the same data. */
export type FirmProcess = {
  url: string;
  dataDir: string;
  process: TestProcess;
  /** Starts it again after its end. */
  again(env?: Record<string, string>): Promise<void>;
  /** Every inquiry, read with the secret key. */
  inquiries(): Promise<StoredInquiry[]>;
  stop(): Promise<void>;
};

/** Its administrator. */
export const OWNER = { email: "owner@firm.example", password: "a long enough password" };

/** Starts one on data of its own. The caller may be many people: X-Forwarded-For is believed. */
export async function aFirmProcess(
  env: Record<string, string> = {},
  limits: Limits = {},
): Promise<FirmProcess> {
  const folder = await aFolder();
  const port = env.PORT ?? (await aFreePort());
  const dataDir = join(folder.path, "data");
  const start = (more: Record<string, string> = {}) =>
    aProcess(
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
        ...more,
      },
      limits,
    );
  const firm: FirmProcess = {
    url: `http://localhost:${port}`,
    dataDir,
    process: start(),
    async again(more) {
      firm.process = start(more);
      await firm.process.ready();
    },
    async inquiries() {
      const { secretKey } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
      const found: StoredInquiry[] = [];
      for (;;) {
        const page = `select=reference,message&order=created_at,id&limit=1000&offset=${found.length}`;
        const answer = await fetch(`${firm.url}/rest/v1/contact_inquiries?${page}`, {
          headers: { apikey: secretKey },
        });
        const rows = (await answer.json()) as StoredInquiry[];
        found.push(...rows);
        if (rows.length < 1000) return found;
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
