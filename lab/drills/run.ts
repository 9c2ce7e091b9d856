/**
 * `npm run drills -- 1 4 11..13` breaks the product on purpose, one fault of docs/drills.md after the other, and says of
 * each in one line whether it held, with its figures; without numbers all twenty run. It ends with 1 when one did not.
 * DRILL_ROUNDS, DRILL_POSTS and DRILL_MINUTES shorten the long ones.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DRILLS } from "#lab/drills/fault-matrix.ts";

type Outcome = { held: boolean; line: string };

const OWN = "lab/drills/vitest.config.ts";
const VITEST = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

const outcomes = numbersIn(process.argv.slice(2)).map(run);
console.log();
for (const { line } of outcomes) console.log(line);
process.exitCode = outcomes.every(({ held }) => held) ? 0 : 1;

function run(number: number): Outcome {
  const drill = DRILLS[number];
  if (!drill) throw new Error(`There is no drill ${number}: they are 1 to 20.`);
  console.log(`\n${number}. ${drill.fault}`);
  const began = performance.now();
  const [loadBefore] = loadavg();
  const only = drill.only ? ["-t", drill.only] : [];
  const parts = [
    ...(drill.own ? [vitest(["--config", OWN, ...drill.own])] : []),
    ...(drill.tests ? [vitest([...drill.tests, ...only])] : []),
  ];
  const [loadAfter] = loadavg();
  const seconds = Math.round((performance.now() - began) / 1000);
  const held = parts.every((part) => part.held);
  const told = parts.flatMap((part) => part.figures).join("; ");
  const line = `${String(number).padStart(2)}  ${held ? "held    " : "NOT HELD"}  ${drill.fault}: ${told} (${seconds} s, load ${loadBefore?.toFixed(1)} → ${loadAfter?.toFixed(1)})`;
  console.log(line);
  return { held, line };
}

/** Runs tests. A run in which no test passed, because none was found or it was skipped, has shown nothing. */
function vitest(what: readonly string[]): { held: boolean; figures: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "drill-"));
  const report = join(folder, "report.json");
  const noted = join(folder, "figures");
  const { status } = spawnSync(
    process.execPath,
    [VITEST, "run", ...what, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    { stdio: "inherit", env: { ...process.env, DRILL_FIGURES: noted } },
  );
  const counted = JSON.parse(textOf(report) || "{}") as { numPassedTests?: number; numFailedTests?: number };
  const figures = textOf(noted).split("\n").filter(Boolean);
  rmSync(folder, { recursive: true });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = counted;
  const tests = `${passed} of ${passed + failed} tests passed`;
  return { held: status === 0 && passed > 0, figures: [...figures, tests] };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Nothing was measured, or Vitest ended before it could report.
    return "";
  }
}

/** `3`, `11..13` or nothing for all. */
function numbersIn(words: readonly string[]): number[] {
  if (words.length === 0) return Object.keys(DRILLS).map(Number);
  return words.flatMap((word) => {
    const [first = Number.NaN, last = first] = word.split("../..").map(Number);
    if (!Number.isInteger(first) || !Number.isInteger(last))
      throw new Error(`${word} is no number of a drill.`);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
