import type { ImportFormat, ResultTotals } from "#domain/findings/import/imported-finding.ts";
import { ChildProcessError, startChildProcess } from "#server/child-processes/start-child-process.ts";
import { StorageError } from "#server/files/stores/store.ts";
import { ImportError } from "./import-error.ts";

const SCRIPT = new URL("./read-script.ts", import.meta.url);
/** 20,000 results take about 5 s, and several times as long on a busy machine. */
const TIMEOUT_MS = 60_000;
/** 20,000 results need about 200 MB, most of which is garbage. */
const MAX_MEMORY_MB = 512;

export type ReadRequest = {
  format: ImportFormat;
  /** The results file. */
  path: string;
  /** A new file in the folder for temporary files, which the caller deletes. */
  groupsPath: string;
  /** A new file for the findings, one per line. */
  findingsPath: string;
  maxStagedBytes?: number;
};

export type ReadSummary = { tool: string; totals: ResultTotals };
export type ReadMessage =
  | ({ type: "done" } & ReadSummary)
  | { type: "invalid"; message: string }
  | { type: "storage-full" };

export type ReadLimits = { maxMemoryMb?: number; timeoutMs?: number; signal?: AbortSignal };

const FAILURE_MESSAGES = {
  "out-of-memory": "The file needs too much memory to read. Split it into smaller files.",
  timeout: "The file takes too long to read. Split it into smaller files, or try again later.",
  crashed: "We couldn't read the file. Export it again, or split it into smaller files.",
} as const;

/**
 * Reads a results file and writes its findings to `findingsPath`, in a child process, because parsing an untrusted
 * file can take any amount of time and memory.
 * @throws {ImportError} also if the process runs out of memory or time, or crashes. The cause is then a `ChildProcessError`.
 * @throws {StorageError} "full"
 * @throws the reason of `signal`
 */
export async function readInChildProcess(
  request: ReadRequest,
  { maxMemoryMb = MAX_MEMORY_MB, timeoutMs = TIMEOUT_MS, signal }: ReadLimits = {},
): Promise<ReadSummary> {
  const limits = { maxMemoryMb, timeoutMs, ...(signal && { signal }) };
  const { child, ended } = startChildProcess(SCRIPT, request, limits);
  let result: ReadMessage | undefined;
  child.on("message", (message: ReadMessage) => {
    result = message;
  });
  await ended.catch((error: unknown) => {
    throw error instanceof ChildProcessError
      ? new ImportError(FAILURE_MESSAGES[error.reason], { cause: error })
      : error;
  });
  return getSummary(result);
}

function getSummary(message: ReadMessage | undefined): ReadSummary {
  switch (message?.type) {
    case "done":
      return { tool: message.tool, totals: message.totals };
    case "invalid":
      throw new ImportError(message.message);
    case "storage-full":
      throw new StorageError("full", "the disk is nearly full");
    default:
      throw new Error("The process did not send the result");
  }
}
