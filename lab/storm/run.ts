import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// `npm run storm -- [SEED] [EVENTS]`: the whole storm of Square events (tests/square/storm.test.ts), of which every test
// run has a small one. Without a seed, a new one each time; it is printed, and draws the same storm again.
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WHOLE = 10_000;

const [seed = String(Date.now() % 2 ** 31), events = String(WHOLE)] = process.argv.slice(2);
if (![seed, events].every((text) => /^\d+$/.test(text))) {
  console.error("Usage: npm run storm -- [SEED] [EVENTS]");
  process.exit(2);
}
console.log(`A storm of ${events} events from seed ${seed}.`);
const run = spawnSync(
  "node_modules/.bin/vitest",
  ["run", "--project", "database", "tests/square/storm.test.ts"],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, STORM_SEED: seed, STORM_EVENTS: events } },
);
process.exit(run.status ?? 1);
