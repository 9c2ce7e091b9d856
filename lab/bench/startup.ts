import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { startProductProcess } from "#tests/support/product/product-process.ts";
import { recordResult } from "./measure/results.ts";

/** Seconds until the product is ready, and the memory of its Node process at that time in MB. */
type StartResult = { seconds: number; megabytes: number };

/** Starts the demo on an empty data directory, then again on the same one, and prints both. */
export async function measureStartup(): Promise<void> {
  const folder = await createTempFolder();
  const env = { PORT: await findFreePort(), DATA_DIR: join(folder.path, "data"), LOG_LEVEL: "error" };
  const first = await measureStart(env);
  const second = await measureStart(env);
  await folder.remove();
  recordResult({ name: "first start", value: first.seconds, unit: "s" });
  recordResult({ name: "second start", value: second.seconds, unit: "s", atMost: 2.5 });
  recordResult({ name: "memory after the second start", value: second.megabytes, unit: "MB", atMost: 250 });
  console.log(
    `first start   ${first.seconds.toFixed(1)} s   (empty directory, pages built, demo data loaded)`,
  );
  console.log(`second start  ${second.seconds.toFixed(1)} s   (target: at most 2.5)`);
  console.log(
    `memory        ${second.megabytes.toFixed(0)} MB  (Node process after the second start; target: at most 250)`,
  );
  console.log(
    `              ${first.megabytes.toFixed(0)} MB  (after the first start, which includes a sync)`,
  );
}

async function measureStart(env: Record<string, string>): Promise<StartResult> {
  const startedAt = performance.now();
  const productProcess = startProductProcess(env);
  await productProcess.ready();
  const seconds = (performance.now() - startedAt) / 1000;
  const megabytes = readResidentMegabytes(productProcess.child.pid);
  productProcess.kill("SIGTERM");
  await productProcess.exit();
  return { seconds, megabytes };
}

function readResidentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
