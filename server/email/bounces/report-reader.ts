import { ChildProcessError, startChildProcess } from "#server/child-processes/start-child-process.ts";
import type { BounceReportResult } from "./bounce-report.ts";

const SCRIPT = new URL("./report-script.ts", import.meta.url);
const TIMEOUT_MS = 5_000;
const MAX_MEMORY_MB = 64;

/**
 * Creates a function that parses an email as a delivery status notification. The function returns null while another
 * email is being parsed. Parsing runs in a child process with a timeout, because anyone can send an email that takes
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
    return parseInChildProcess(raw, timeoutMs).finally(() => {
      isReading = false;
    });
  };
}

async function parseInChildProcess(raw: Uint8Array, timeoutMs: number): Promise<BounceReportResult> {
  const { child, ended } = startChildProcess(SCRIPT, raw, { maxMemoryMb: MAX_MEMORY_MB, timeoutMs });
  let result: BounceReportResult = { ok: false, reason: "too-much" };
  child.on("message", (message: BounceReportResult) => {
    result = message;
  });
  await ended.catch((error: unknown) => {
    if (!(error instanceof ChildProcessError) || error.reason === "crashed") {
      throw error;
    }
  });
  return result;
}
