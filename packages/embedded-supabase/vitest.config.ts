import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    globalSetup: ["test-support/global-setup.ts"],
    setupFiles: ["test-support/drop-databases.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
