import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import {
  binariesOfPackage,
  type Connection,
  type EmbeddedPostgresOptions,
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "#embedded-supabase/database/index.ts";
import { migrateQueue } from "#server/jobs/queue.ts";

/** A running server whose database `app` holds all migrations and is copied by each test that wants one. */
export type TemplateServer = { owner: Connection; superuser: Connection };

declare module "vitest" {
  interface ProvidedContext {
    embeddedServer: TemplateServer;
    /** The oldest PostgreSQL we support, over TCP; null where npm has no build of it for this system. */
    oldestServer: TemplateServer | null;
  }
}

type Started = { server: TemplateServer; stop(): Promise<void> };

// Test data is thrown away: nothing needs to reach the disk.
const fastAndForgetful = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  autovacuum: "off",
};

/** Vitest runs this once per project; the projects of one run share the servers. */
const shared = globalThis as { testServers?: Map<string, Promise<Started | null>>; testServerUsers?: number };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testServers ??= new Map();
  shared.testServerUsers = (shared.testServerUsers ?? 0) + 1;
  const embedded = await startedOnce("embedded", () => start({}));
  const oldest = project.name === "contract" ? await startedOnce("oldest", startOldest) : null;
  if (embedded) project.provide("embeddedServer", embedded.server);
  project.provide("oldestServer", oldest?.server ?? null);
  return async () => {
    shared.testServerUsers = (shared.testServerUsers ?? 1) - 1;
    if (shared.testServerUsers > 0) return;
    const servers = [...(shared.testServers?.values() ?? [])];
    shared.testServers?.clear();
    for (const server of servers) await (await server)?.stop();
  };
}

function startedOnce(name: string, begin: () => Promise<Started | null>): Promise<Started | null> {
  const running = shared.testServers?.get(name) ?? begin();
  shared.testServers?.set(name, running);
  return running;
}

async function start(options: Omit<EmbeddedPostgresOptions, "dataDir">): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), "tests-"));
  const postgres = await startEmbeddedPostgres({ ...options, dataDir, settings: fastAndForgetful });
  const pool = new pg.Pool(postgres.connection);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await prepareRoles(pool);
    await migrateBackend(pool);
    await migrate(pool, { folder: productMigrations, table: "private.migrations" });
    await migrateQueue(pool);
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

const productMigrations = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));

async function startOldest(): Promise<Started | null> {
  // Promised on Linux: there a package that is missing or does not load fails the run instead of shortening it.
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const binaries = await binariesOfPackage("postgres-15-linux-x64");
  return start({ binaries, listen: { port: await freePort(), password: "oldest" } });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}
