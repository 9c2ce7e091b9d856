import { fileURLToPath } from "node:url";
import { migrate } from "@wardline/embedded-supabase/database";
import { provideTestServers } from "@wardline/embedded-supabase/test-support/test-servers";
import type { TestProject } from "vitest/node";
import { migrateQueue } from "#server/jobs/queue/queue.ts";
import { installOldestPostgres } from "./oldest-postgres.ts";

const PRODUCT_MIGRATIONS = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));

/** Starts the servers for tests that need the product's tables. Contract tests also run on the oldest PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTestServers(project, {
    template: "product",
    oldestPostgres: project.name === "contract" ? installOldestPostgres() : undefined,
    async prepare(pool) {
      await migrate(pool, { folder: PRODUCT_MIGRATIONS, table: "private.migrations" });
      await migrateQueue(pool);
    },
  });
}
