import { on } from "node:events";
import { open } from "node:fs/promises";
import type {
  ImportedFinding,
  ImportFormat,
  ResultTotals,
} from "#domain/findings/import/imported-finding.ts";
import { ChildProcessError, startChildProcess } from "#server/child-processes/start-child-process.ts";
import { StorageError } from "#server/files/stores/store.ts";
import { ImportError } from "./import-error.ts";
import type { ReadResults } from "./results/result-groups.ts";
import { readBatch, type StagedBatch } from "./results/staged-findings.ts";
import { stopEarly } from "./streams/stop-early.ts";

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
  /** A new file for the findings, which the caller deletes. */
  findingsPath: string;
  maxStagedBytes?: number;
};

export type ReadMessage =
  | ({ type: "started" } & Pick<ReadResults, "tool" | "columns">)
  | ({ type: "batch" } & StagedBatch)
  | { type: "done"; totals: ResultTotals }
  | { type: "invalid"; message: string }
  | { type: "storage-full" };

export type ReadLimits = { maxMemoryMb?: number; timeoutMs?: number; signal?: AbortSignal };

const FAILURE_MESSAGES = {
  "out-of-memory": "The file needs too much memory to read. Split it into smaller files.",
  timeout: "The file takes too long to read. Split it into smaller files, or try again later.",
  crashed: "We couldn't read the file. Export it again, or split it into smaller files.",
} as const;

/**
 * Reads a results file in a child process, because parsing an untrusted file can take any amount of time and memory.
 * Runs `work` while the process writes the findings. Reading them can throw the errors below, and `work` must then roll
 * back its changes.
 * @throws {ImportError} also if the process runs out of memory or time, or crashes. The cause is then a `ChildProcessError`.
 * @throws {StorageError} "full"
 * @throws the reason of `signal`
 */
export async function readInChildProcess<Result>(
  request: ReadRequest,
  { maxMemoryMb = MAX_MEMORY_MB, timeoutMs = TIMEOUT_MS, signal }: ReadLimits,
  work: (results: ReadResults) => Promise<Result>,
): Promise<Result> {
  const limits = { maxMemoryMb, timeoutMs, ...(signal && { signal }) };
  const reader = startReader(request, limits);
  try {
    const message = await reader.receive();
    if (message.type !== "started") {
      throw new Error(`Unexpected message: ${message.type}`);
    }
    let totals: ResultTotals | undefined;
    const findings = readFindings(request.findingsPath, reader, (result) => {
      totals = result;
    });
    return await work({
      tool: message.tool,
      columns: message.columns,
      // After a database error, the next batch is not needed, and the transaction must not stay open until it is written.
      findings: stopEarly(findings, () => reader.stop()),
      totals() {
        if (!totals) {
          throw new Error("The findings must be read first");
        }
        return totals;
      },
    });
  } finally {
    await reader.stop();
  }
}

type Reader = {
  /** Returns the next message. */
  receive(): Promise<Exclude<ReadMessage, { type: "invalid" | "storage-full" }>>;
  stop(): Promise<void>;
};

function startReader(request: ReadRequest, limits: Parameters<typeof startChildProcess>[2]): Reader {
  const { child, ended } = startChildProcess(SCRIPT, request, limits);
  // `receive` reports the error. The process can end before it is called again, while findings are stored.
  ended.catch(() => {});
  const messages = on(child, "message", { close: ["disconnect"] });
  return {
    async receive() {
      const { value, done } = await messages.next();
      if (done) {
        await ended.catch(throwImportError);
        throw new Error("The process did not send the result");
      }
      const message: ReadMessage = value[0];
      switch (message.type) {
        case "invalid":
          throw new ImportError(message.message);
        case "storage-full":
          throw new StorageError("full", "the disk is nearly full");
        default:
          return message;
      }
    },
    async stop() {
      child.kill("SIGKILL");
      await ended.catch(() => {});
    },
  };
}

async function* readFindings(
  path: string,
  reader: Reader,
  onTotals: (totals: ResultTotals) => void,
): AsyncGenerator<ImportedFinding[]> {
  const file = await open(path, "r");
  try {
    let message = await reader.receive();
    for (; message.type === "batch"; message = await reader.receive()) {
      yield await readBatch(file, message);
    }
    if (message.type === "done") {
      onTotals(message.totals);
    }
  } finally {
    await file.close();
  }
}

function throwImportError(error: unknown): never {
  throw error instanceof ChildProcessError
    ? new ImportError(FAILURE_MESSAGES[error.reason], { cause: error })
    : error;
}
