import { startEmbeddedPostgres } from "@wardline/embedded-supabase/database";
import pg from "pg";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { type FaultyProxy, startFaultyProxy } from "#tests/support/network/faulty-proxy.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { type FirmProcess, startFirmProcess } from "#tests/support/product/firm-process.ts";

const METRICS_TOKEN = "drill-metrics-token";

/** A product whose database is a separate server behind a proxy that can fail. */
export type RemoteDatabase = {
  firm: FirmProcess;
  line: FaultyProxy;
  /** Connects directly, without the proxy. */
  connection: pg.ClientConfig;
  /** Resident memory of the product. */
  readMemoryMib(): Promise<number>;
  /** Jobs that are due or running. */
  countPendingJobs(): Promise<number>;
  stop(): Promise<void>;
};

export async function startFirmWithRemoteDatabase(): Promise<RemoteDatabase> {
  const folder = await createTempFolder();
  const listen = { port: Number(await findFreePort()), password: "drill" };
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, listen });
  const connection = { connectionString: `postgres://app_owner:drill@127.0.0.1:${listen.port}/app` };
  const line = await startFaultyProxy(listen.port);
  const firm = await startFirmProcess({
    DATABASE_URL: `postgres://app_owner:drill@127.0.0.1:${line.port}/app`,
    METRICS_TOKEN,
  });
  return {
    firm,
    line,
    connection,
    async readMemoryMib() {
      const response = await fetch(`${firm.url}/api/metrics`, {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      });
      const bytes = /^process_resident_memory_bytes (\d+)/m.exec(await response.text())?.[1];
      return Number(bytes) / 1024 / 1024;
    },
    async countPendingJobs() {
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
