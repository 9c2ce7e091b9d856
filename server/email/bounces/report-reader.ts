import { Worker } from "node:worker_threads";
import type { BounceReportResult } from "./bounce-report.ts";

const WORKER_URL = new URL("./report-thread.ts", import.meta.url);
/** A typical report takes about 10 ms, including the thread startup. */
const TIMEOUT_MS = 5_000;
const MAX_MEMORY_MB = 64;

/**
 * Creates a function that parses an email as a delivery status notification. The function returns null while another
 * email is being parsed. Parsing runs in a worker thread with a timeout, because anyone can send an email that takes
 * seconds to parse.
 */
export function createBounceReportReader(
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
      const resolveTooMuch = () => resolve({ ok: false, reason: "too-much" });
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolveTooMuch() : reject(error),
      );
      timer = setTimeout(resolveTooMuch, timeoutMs);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
