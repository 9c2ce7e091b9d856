import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { keep } from "./table.ts";

const DRILLS = fileURLToPath(new URL("../drills/run.ts", import.meta.url));

/** Runs drill 20, 15 minutes of people at work (DRILL_MINUTES shortens it), and keeps how fast memory rose. */
export async function measureSoak(): Promise<void> {
  const { stdout, stderr, status } = spawnSync(process.execPath, [DRILLS, "20"], { encoding: "utf8" });
  const line = stdout.trim().split("\n").at(-1) ?? "";
  console.log(line);
  const slope = /resident (-?[\d.]+) MB a minute/.exec(line)?.[1];
  if (slope === undefined) throw new Error(`The soak measured nothing:\n${stderr}`);
  keep({ what: "soak: resident memory", value: Number(slope), unit: "MB a minute", atMost: 1 });
  if (status !== 0) process.exitCode = 1;
}
