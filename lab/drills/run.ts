/**
 * `npm run drills -- 1 4 11..13` injects the given faults of docs/drills.md one after another. It prints one line per drill
 * with the result and its figures. Without numbers it runs all drills. The exit code is 1 if a drill failed.
 * DRILL_ROUNDS, DRILL_POSTS and DRILL_MINUTES shorten the long drills.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DRILLS } from "#lab/drills/fault-matrix.ts";

type Outcome = { passed: boolean; line: string };

const DRILL_CONFIG = "lab/drills/vitest.config.ts";
const VITEST = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

const outcomes = parseNumbers(process.argv.slice(2)).map(runDrill);
console.log();
for (const { line } of outcomes) {
  console.log(line);
}
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;

function runDrill(number: number): Outcome {
  const drill = DRILLS[number];
  if (!drill) {
    throw new Error(`Unknown drill ${number}. Choose a number from 1 to 21.`);
  }
  console.log(`\n${number}. ${drill.fault}`);
  const startedAt = performance.now();
  const [loadBefore] = loadavg();
  const only = drill.only ? ["-t", drill.only] : [];
  const parts = [
    ...(drill.own ? [runVitest(["--config", DRILL_CONFIG, ...drill.own, ...(drill.tests ? [] : only)])] : []),
    ...(drill.tests ? [runVitest([...drill.tests, ...only])] : []),
  ];
  const [loadAfter] = loadavg();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const passed = parts.every((part) => part.passed);
  const figures = parts.flatMap((part) => part.figures).join("; ");
  const line = `${String(number).padStart(2)}  ${passed ? "passed" : "FAILED"}  ${drill.fault}: ${figures} (${seconds} s, load ${loadBefore?.toFixed(1)} → ${loadAfter?.toFixed(1)})`;
  console.log(line);
  return { passed, line };
}

/** Runs tests. A run without a passed test is reported as failed, because its tests were not found or were skipped. */
function runVitest(args: readonly string[]): { passed: boolean; figures: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "drill-"));
  const report = join(folder, "report.json");
  const figuresFile = join(folder, "figures");
  const { status } = spawnSync(
    process.execPath,
    [VITEST, "run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    { stdio: "inherit", env: { ...process.env, DRILL_FIGURES: figuresFile } },
  );
  const counts = JSON.parse(readFileOrEmpty(report) || "{}") as {
    numPassedTests?: number;
    numFailedTests?: number;
  };
  const figures = readFileOrEmpty(figuresFile).split("\n").filter(Boolean);
  rmSync(folder, { recursive: true });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = counts;
  const tests = `${passed} of ${passed + failed} tests passed`;
  return { passed: status === 0 && passed > 0, figures: [...figures, tests] };
}

function readFileOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The drill recorded no figures, or Vitest ended before it wrote its report.
    return "";
  }
}

/** Parses `3` and `11..13`. Returns all drills without arguments. */
function parseNumbers(args: readonly string[]): number[] {
  if (args.length === 0) {
    return Object.keys(DRILLS).map(Number);
  }
  return args.flatMap((arg) => {
    const [first = Number.NaN, last = first] = arg.split("..").map(Number);
    if (!Number.isInteger(first) || !Number.isInteger(last)) {
      throw new Error(`"${arg}" is not a drill number or a range such as 11..13.`);
    }
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
