import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// `npm run check`: everything that can be known without running the product. All of it runs; the first red line does
// not hide the next.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIN = "node_modules/.bin";

const CHECKS: readonly (readonly [what: string, command: string, ...args: string[]])[] = [
  ["format and lint", `${BIN}/biome`, "ci", "--colors=off", "--error-on-warnings", "."],
  ["route types", `${BIN}/react-router`, "typegen"],
  ["types", `${BIN}/tsc`, "-b"],
  ["unused code", `${BIN}/knip`, "--no-progress"],
  ["generated database types", process.execPath, "scripts/db-types.ts", "--check"],
  ["cited paths", process.execPath, "scripts/check-cited-paths.ts"],
];

const failed = CHECKS.filter(([what, command, ...args]) => {
  const began = performance.now();
  const run = spawnSync(command, args, { cwd: ROOT, encoding: "utf8" });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${run.status === 0 ? "✓" : "✗"} ${what} (${seconds} s)`);
  if (run.status !== 0) console.log(`${run.stdout ?? ""}${run.stderr ?? ""}${run.error?.message ?? ""}`);
  return run.status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
