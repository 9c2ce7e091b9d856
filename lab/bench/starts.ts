import { readFileSync } from "node:fs";
import { join } from "node:path";
import { aFreePort, aProcess } from "#tests/support/a-process.ts";
import { aFolder } from "#tests/support/browser.ts";
import { keep } from "./table.ts";

/** Seconds to the announcement, and the Node process's memory then, in MB. */
type Start = { seconds: number; megabytes: number };

/** Starts the demonstration on an empty directory and once more on the same one; prints both. */
export async function measureStarts(): Promise<void> {
  const folder = await aFolder();
  const env = { PORT: await aFreePort(), DATA_DIR: join(folder.path, "data"), LOG_LEVEL: "error" };
  const first = await measureStart(env);
  const second = await measureStart(env);
  await folder.remove();
  keep({ what: "first start", value: first.seconds, unit: "s" });
  keep({ what: "second start", value: second.seconds, unit: "s", atMost: 2.5 });
  keep({ what: "memory after the second start", value: second.megabytes, unit: "MB", atMost: 250 });
  console.log(
    `first start   ${first.seconds.toFixed(1)} s   (empty directory, pages built, demonstration loaded)`,
  );
  console.log(`second start  ${second.seconds.toFixed(1)} s   (aim: at most 2.5)`);
  console.log(
    `memory        ${second.megabytes.toFixed(0)} MB  (Node process after the second start; aim: at most 250)`,
  );
  console.log(
    `              ${first.megabytes.toFixed(0)} MB  (after the first start, which has synced once)`,
  );
}

async function measureStart(env: Record<string, string>): Promise<Start> {
  const began = performance.now();
  const started = aProcess(env);
  await started.ready();
  const seconds = (performance.now() - began) / 1000;
  const megabytes = residentMegabytes(started.child.pid);
  started.kill("SIGTERM");
  await started.exit();
  return { seconds, megabytes };
}

function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
