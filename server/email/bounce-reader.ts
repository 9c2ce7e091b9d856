import { Worker } from "node:worker_threads";
import type { ReadMail } from "./bounce-report.ts";

const THREAD = new URL("./bounce-report-thread.ts", import.meta.url);
/** Milliseconds; a report of the usual size takes some ten, the start of the thread included. */
const PATIENCE = 5_000;
const MOST_MEMORY_MB = 64;

/**
 * Reads mail as a delivery status notification in a thread of its own, one at a time: strangers write it, and what they
 * write may take seconds to parse. @returns null while another mail is being read.
 */
export function createBounceReader(patience = PATIENCE): (raw: Uint8Array) => Promise<ReadMail> | null {
  let isReading = false;
  return (raw) => {
    if (isReading) return null;
    isReading = true;
    return readApart(raw, patience).finally(() => {
      isReading = false;
    });
  };
}

async function readApart(raw: Uint8Array, patience: number): Promise<ReadMail> {
  const thread = new Worker(THREAD, {
    workerData: raw,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadMail>((resolve, reject) => {
      const giveUp = () => resolve({ ok: false, reason: "too-much" });
      thread.once("message", resolve);
      thread.once("error", (cause: NodeJS.ErrnoException) =>
        cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? giveUp() : reject(cause),
      );
      timer = setTimeout(giveUp, patience);
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
