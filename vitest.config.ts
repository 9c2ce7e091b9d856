import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LEFT_OUT } from "./tests/hosted/left-out.ts";

const withDatabase = {
  globalSetup: ["tests/support/global-setup.ts"],
  setupFiles: ["tests/support/setup.ts"],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

const contractTests = "**/*.contract.test.ts";
/** Tests of the database itself, which run on the oldest PostgreSQL too. */
const onBothServers = ["supabase/who-may-see-what.test.ts", "supabase/database-rules.test.ts"];
const aside = ["node_modules/**", "build/**", "data/**", "lab/bench/**"];
/** `npm run test:hosted`: the browser tests against what stands in for a hosted Supabase project. */
const leftOut = process.env.E2E_BACKEND === "hosted" ? Object.keys(LEFT_OUT) : [];
for (const file of leftOut) process.stderr.write(`left out: ${file}: it ${LEFT_OUT[file]}\n`);

/**
 * unit: pure, needs nothing. database: on the embedded PostgreSQL. contract: the real supabase-js, and who may see what,
 * on every server we promise. e2e: a real browser.
 */
export default defineConfig({
  test: {
    // One second is a guess about the machine; a condition that holds is seen at once all the same.
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    // Tests wait for servers and browsers more than they compute: left alone, Vitest starts one worker on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "unit",
          include: ["{domain,app,packages/square-simulator}/**/*.test.ts", "*.test.ts"],
          exclude: aside,
        },
      },
      {
        test: {
          name: "database",
          include: [
            "{packages/embedded-supabase,server,supabase,scripts,tests/support,tests/square}/**/*.test.ts",
          ],
          exclude: [...aside, contractTests],
          ...withDatabase,
        },
      },
      {
        test: {
          name: "contract",
          include: [contractTests, ...onBothServers],
          exclude: aside,
          ...withDatabase,
        },
      },
      {
        test: {
          name: "e2e",
          // The quick ones of the drills are part of every run.
          include: ["tests/{e2e,hosted}/**/*.test.ts", "lab/drills/{13,14,15}-*.test.ts"],
          exclude: [...aside, ...leftOut],
          globalSetup: ["tests/support/unpack-browser.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
