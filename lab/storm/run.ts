import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// `npm run storm -- [SEED] [EVENTS]` runs a long random sequence of Square events (tests/square/storm.test.ts). The test
// suite runs a short one. Without a seed, it uses and prints a new one; the same seed repeats the same events.
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DEFAULT_EVENTS = 10_000;

const [seed = String(Date.now() % 2 ** 31), events = String(DEFAULT_EVENTS)] = process.argv.slice(2);
if (![seed, events].every((text) => /^\d+$/.test(text))) {
  console.error("Usage: npm run storm -- [SEED] [EVENTS]");
  process.exit(2);
}
console.log(`Running ${events} Square events with seed ${seed}.`);
const run = spawnSync(
  "node_modules/.bin/vitest",
  ["run", "--project", "database", "tests/square/storm.test.ts"],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, STORM_SEED: seed, STORM_EVENTS: events } },
);
process.exit(run.status ?? 1);
