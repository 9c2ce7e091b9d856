import pg from "pg";
import { startEmbeddedPostgres } from "#embedded-supabase/database/index.ts";
import { aBadLine, type BadLine } from "#tests/support/a-bad-line.ts";
import { aFirmProcess, type FirmProcess } from "#tests/support/a-firm-process.ts";
import { aFreePort } from "#tests/support/a-process.ts";
import { aFolder } from "#tests/support/browser.ts";

const METRICS_TOKEN = "token-of-the-drills";

/** A firm whose database is a server of its own, at the end of a line that can go bad. */
export type FarDatabase = {
  firm: FirmProcess;
  line: BadLine;
  /** Past the line. */
  connection: pg.ClientConfig;
  /** What the product holds in memory. */
  memoryMib(): Promise<number>;
  /** Jobs that are due or under way. */
  waitingJobs(): Promise<number>;
  stop(): Promise<void>;
};

export async function aFirmFarFromItsDatabase(): Promise<FarDatabase> {
  const folder = await aFolder();
  const listen = { port: Number(await aFreePort()), password: "drill" };
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, listen });
  const connection = { connectionString: `postgres://app_owner:drill@127.0.0.1:${listen.port}/app` };
  const line = await aBadLine(listen.port);
  const firm = await aFirmProcess({
    DATABASE_URL: `postgres://app_owner:drill@127.0.0.1:${line.port}/app`,
    METRICS_TOKEN,
  });
  return {
    firm,
    line,
    connection,
    async memoryMib() {
      const answer = await fetch(`${firm.url}/api/metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      });
      const bytes = /^process_resident_memory_bytes (\d+)/m.exec(await answer.text())?.[1];
      return Number(bytes) / 1024 / 1024;
    },
    async waitingJobs() {
      const client = new pg.Client(connection);
      await client.connect();
      const { rows } = await client
        .query(
          "select count(*)::integer as waiting from graphile_worker.jobs where run_at <= now() or locked_at is not null",
        )
        .finally(() => client.end());
      return rows[0].waiting;
    },
    async stop() {
      await firm.stop();
      line.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}
