import { dirname } from "node:path";
import type { ImportedFinding, ImportFormat } from "#domain/findings/import/imported-finding.ts";
import { assertDiskSpace } from "#server/files/upload/disk-space.ts";
import type { TemporaryFiles } from "#server/files/upload/temporary-files.ts";
import { ApiError } from "#server/http/errors.ts";
import { type ReadLimits, readInChildProcess } from "./read-in-child-process.ts";
import type { ReadResults } from "./results/result-groups.ts";
import { prefetch } from "./streams/prefetch.ts";

type ResultsFile = { format: ImportFormat; path: string };

/** Whether an import or preview is running in this server process. */
let isBusy = false;

/**
 * Reads a results file, and runs `work` with its findings, like `readInChildProcess`. The temporary files are deleted
 * afterwards.
 * @throws {ApiError} 429 if this process reads or stores another file.
 * @throws {ImportError | StorageError} like `readInChildProcess`
 * @throws the reason of `signal`, also between two batches of findings
 */
export async function withResults<Result>(
  file: ResultsFile,
  { temporaryFiles, ...limits }: ReadLimits & { temporaryFiles: TemporaryFiles },
  work: (results: ReadResults) => Promise<Result>,
): Promise<Result> {
  if (isBusy) {
    throw new ApiError(429, "too_many_requests", "Another import is running. Try again in 10 seconds.", {
      "Retry-After": "10",
    });
  }
  isBusy = true;
  try {
    return await temporaryFiles.withFile((groupsPath) =>
      temporaryFiles.withFile((findingsPath) =>
        readInChildProcess({ ...file, groupsPath, findingsPath }, limits, (results) =>
          work({
            ...results,
            findings: checkBatches(results.findings, dirname(findingsPath), limits.signal),
          }),
        ),
      ),
    );
  } finally {
    isBusy = false;
  }
}

/** Checks the disk before each batch, because the database stores it on the same disk. */
async function* checkBatches(
  findings: AsyncIterable<ImportedFinding[]>,
  folder: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportedFinding[]> {
  for await (const batch of prefetch(findings)) {
    signal?.throwIfAborted();
    await assertDiskSpace(folder);
    yield batch;
  }
  signal?.throwIfAborted();
}
