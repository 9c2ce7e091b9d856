import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { recordResult } from "./measure/results.ts";

const DRILLS = fileURLToPath(new URL("../drills/run.ts", import.meta.url));

/** Runs drill 20, a 15-minute soak test (`DRILL_MINUTES` shortens it), and records how fast memory grows. */
export async function measureSoak(): Promise<void> {
  const { stdout, stderr, status } = spawnSync(process.execPath, [DRILLS, "20"], { encoding: "utf8" });
  const line = stdout.trim().split("\n").at(-1) ?? "";
  console.log(line);
  const slope = /resident (-?[\d.]+) MB per minute/.exec(line)?.[1];
  if (slope === undefined) {
    throw new Error(`The soak test recorded no memory slope:\n${stderr}`);
  }
  recordResult({ name: "soak: resident memory", value: Number(slope), unit: "MB per minute", atMost: 1 });
  if (status !== 0) {
    process.exitCode = 1;
  }
}
