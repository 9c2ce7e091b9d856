import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { EXCLUDED_TESTS } from "./tests/hosted/excluded-tests.ts";
import { findMemoryFolder } from "./tests/support/files/memory-folder.ts";

const EMBEDDED_SUPABASE = "packages/embedded-supabase";

/** One process runs many test files, because starting a process for each takes longer than most tests. */
const SHARED_PROCESS = { isolate: false };
const WITH_DATABASE = {
  ...SHARED_PROCESS,
  globalSetup: ["tests/support/database/global-setup.ts"],
  setupFiles: [`${EMBEDDED_SUPABASE}/test-support/drop-databases.ts`],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

const CONTRACT_TESTS = "**/*.contract.test.ts";
/** Database tests of the contract project, because they also run on the oldest supported PostgreSQL version. */
const ON_BOTH_SERVERS = ["supabase/access-matrix.test.ts", "supabase/database-rules.test.ts"];
const EXCLUDED = ["node_modules/**", "build/**", "data/**", "lab/bench/**"];
// PostgreSQL creates hundreds of files per database. On a disk, that takes a third of the time of all tests.
const memoryFolder = findMemoryFolder();
if (memoryFolder) {
  process.env.TEST_DATA_FOLDER ??= memoryFolder;
}

// Halves the time that the processes which render PDFs take to start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node-compile-cache");

/** `npm run test:hosted` runs the browser tests against a simulated hosted Supabase project. */
const excludedFiles = process.env.E2E_BACKEND === "hosted" ? Object.keys(EXCLUDED_TESTS) : [];
for (const file of excludedFiles) {
  process.stderr.write(`Excluded ${file}: ${EXCLUDED_TESTS[file]}\n`);
}

/**
 * unit: pure functions. database: uses the embedded PostgreSQL. contract: supabase-js and the access matrix, on every
 * supported PostgreSQL version. e2e: uses a browser.
 */
export default defineConfig({
  test: {
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    // Tests mostly wait for servers and browsers. By default, Vitest would start only one worker on two cores.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "unit",
          include: ["{domain,app,packages/square-simulator,lab/mutants}/**/*.test.ts", "*.test.ts"],
          exclude: EXCLUDED,
          ...SHARED_PROCESS,
        },
      },
      {
        test: {
          name: "database",
          include: ["{server,supabase,scripts,tests/support,tests/square}/**/*.test.ts"],
          exclude: [...EXCLUDED, CONTRACT_TESTS, ...ON_BOTH_SERVERS],
          ...WITH_DATABASE,
        },
      },
      {
        test: {
          name: "contract",
          include: [CONTRACT_TESTS, ...ON_BOTH_SERVERS],
          exclude: [...EXCLUDED, "packages/**"],
          ...WITH_DATABASE,
        },
      },
      {
        // Without the product's tables, as when the package is tested alone.
        test: {
          name: "embedded-supabase",
          include: [`${EMBEDDED_SUPABASE}/**/*.test.ts`],
          ...WITH_DATABASE,
          globalSetup: [
            "tests/support/database/package-global-setup.ts",
            `${EMBEDDED_SUPABASE}/test-support/global-setup.ts`,
          ],
        },
      },
      {
        test: {
          name: "e2e",
          // Drills that are fast enough for every run.
          include: ["tests/{e2e,hosted}/**/*.test.ts", "lab/drills/{13,14,15}-*.test.ts"],
          exclude: [...EXCLUDED, ...excludedFiles],
          globalSetup: ["tests/support/browser/unpack-browser.ts", "tests/support/product/data-template.ts"],
          ...SHARED_PROCESS,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
