import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Drills inject faults into a running product and take several minutes. Run them with `npm run drills -- N`.
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    pool: "forks",
    include: ["lab/drills/*.test.ts"],
    // Drill 7 uses the shared test database. The others start their own.
    globalSetup: ["tests/support/database/global-setup.ts"],
    setupFiles: ["packages/embedded-supabase/test-support/drop-databases.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
