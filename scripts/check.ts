import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { installTooling } from "./tooling/install-tooling.ts";

// `npm run check` runs every check that does not start the server. If one fails, the others still run.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIN = "node_modules/.bin";
const TOOLING_BIN = "tooling/node_modules/.bin";

type Check = { name: string; command: readonly [program: string, ...args: string[]] };

/** This command runs first, because the compiler reads the route types it generates. */
const ROUTE_TYPES: Check = { name: "route types", command: [`${BIN}/react-router`, "typegen"] };

/** Listed from slowest to fastest, so that all cores finish at about the same time. */
const CHECKS: readonly Check[] = [
  { name: "types", command: [`${BIN}/tsc`, "-b"] },
  {
    name: "format and lint",
    command: [`${TOOLING_BIN}/biome`, "ci", "--colors=off", "--error-on-warnings", "."],
  },
  { name: "unused code", command: [`${TOOLING_BIN}/knip`, "--no-progress"] },
  { name: "generated database types", command: [process.execPath, "scripts/db-types.ts", "--check"] },
  { name: "generated icons", command: [process.execPath, "scripts/icons.ts", "--check"] },
  { name: "conventions", command: [process.execPath, "scripts/checks/conventions.ts"] },
  { name: "lock files", command: [process.execPath, "scripts/checks/lock-files.ts"] },
  { name: "cited paths", command: [process.execPath, "scripts/checks/cited-paths.ts"] },
];

installTooling();
const results = [await run(ROUTE_TYPES)];
const remainingChecks = [...CHECKS];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runRemainingChecks));
process.exitCode = results.every((passed) => passed) ? 0 : 1;

async function runRemainingChecks(): Promise<void> {
  for (let check = remainingChecks.shift(); check; check = remainingChecks.shift()) {
    results.push(await run(check));
  }
}

async function run({ name, command: [program, ...args] }: Check): Promise<boolean> {
  const startedAt = performance.now();
  const { passed, output } = await capture(program, args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (!passed) {
    console.log(output);
  }
  return passed;
}

function capture(program: string, args: string[]): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", (error) => resolve({ passed: false, output: error.message }));
    child.on("close", (code) => resolve({ passed: code === 0, output }));
  });
}
