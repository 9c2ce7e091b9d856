import { Worker } from "node:worker_threads";
import type { BounceReportResult } from "./bounce-report.ts";

const WORKER_URL = new URL("./report-thread.ts", import.meta.url);
/** A typical report takes about 10 ms, including the start of the thread. */
const TIMEOUT_MS = 5_000;
const MAX_MEMORY_MB = 64;

/**
 * Returns a function that parses an email as a delivery status notification. It runs in a worker thread with a timeout,
 * because anyone can send such email and parsing it may take seconds. The function returns null while another email is
 * being parsed.
 */
export function createBounceReader(
  timeoutMs = TIMEOUT_MS,
): (raw: Uint8Array) => Promise<BounceReportResult> | null {
  let isReading = false;
  return (raw) => {
    if (isReading) {
      return null;
    }
    isReading = true;
    return parseInWorker(raw, timeoutMs).finally(() => {
      isReading = false;
    });
  };
}

async function parseInWorker(raw: Uint8Array, timeoutMs: number): Promise<BounceReportResult> {
  const worker = new Worker(WORKER_URL, {
    workerData: raw,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<BounceReportResult>((resolve, reject) => {
      const resolveAsTooMuch = () => resolve({ ok: false, reason: "too-much" });
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolveAsTooMuch() : reject(error),
      );
      timer = setTimeout(resolveAsTooMuch, timeoutMs);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
