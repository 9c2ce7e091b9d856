import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { installTooling } from "./install-tooling.ts";

// `npm run check` runs all checks that do not start the server. After a failed check, the others still run.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIN = "node_modules/.bin";
const TOOLING_BIN = "tooling/node_modules/.bin";

type Check = { name: string; command: readonly [program: string, ...args: string[]] };

/** These commands run first, because the compiler reads the generated types of the routes. */
const ROUTE_TYPES: Check = { name: "route types", command: [`${BIN}/react-router`, "typegen"] };

/** The slowest command is first, so that all cores finish at about the same time. */
const CHECKS: readonly Check[] = [
  { name: "types", command: [`${BIN}/tsc`, "-b"] },
  {
    name: "format and lint",
    command: [`${TOOLING_BIN}/biome`, "ci", "--colors=off", "--error-on-warnings", "."],
  },
  { name: "unused code", command: [`${TOOLING_BIN}/knip`, "--no-progress"] },
  { name: "generated database types", command: [process.execPath, "scripts/db-types.ts", "--check"] },
  { name: "generated icons", command: [process.execPath, "scripts/icons.ts", "--check"] },
  { name: "conventions", command: [process.execPath, "scripts/check-conventions.ts"] },
  { name: "lock files", command: [process.execPath, "scripts/check-lock-files.ts"] },
  { name: "cited paths", command: [process.execPath, "scripts/check-cited-paths.ts"] },
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
