import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Drills break a running product on purpose and take their time: `npm run drills -- N`.
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    pool: "forks",
    include: ["lab/drills/*.test.ts"],
    // Row 7 needs a database without a product; the others bring their own.
    globalSetup: ["tests/support/global-setup.ts"],
    setupFiles: ["tests/support/setup.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
