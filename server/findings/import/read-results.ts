import { type ImportFormat, MAX_IMPORT_BYTES } from "#domain/findings/import/imported-finding.ts";
import { readFindingCsv } from "./finding-csv.ts";
import { readGarak } from "./garak.ts";
import { ImportError } from "./import-error.ts";
import { readPromptfoo } from "./promptfoo.ts";
import type { GroupStore } from "./results/group-store.ts";
import type { ReadResults } from "./results/result-groups.ts";
import { readSarif } from "./sarif.ts";
import { limitBytes } from "./streams/limit-bytes.ts";
import type { OpenFile } from "./streams/open-file.ts";

const READERS: Readonly<Record<ImportFormat, (open: OpenFile, store: GroupStore) => Promise<ReadResults>>> = {
  sarif: readSarif,
  garak: readGarak,
  promptfoo: readPromptfoo,
  csv: readFindingCsv,
};

/**
 * Reads draft findings from the results of a tool. `open` returns a new stream of the file on each call.
 * @throws {ImportError} if the file is not of the format, is incomplete or exceeds a limit.
 */
export async function readResults(
  format: ImportFormat,
  open: () => AsyncIterable<Uint8Array>,
  store: GroupStore,
): Promise<ReadResults> {
  try {
    const results = await READERS[format](() => limitBytes(open(), MAX_IMPORT_BYTES), store);
    return { ...results, findings: convertErrors(results.findings) };
  } catch (error) {
    throw toImportError(error);
  }
}

async function* convertErrors<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    throw toImportError(error);
  }
}

/** A value that is too large for a string, a list or the stack causes a RangeError. */
function toImportError(error: unknown): unknown {
  return error instanceof RangeError
    ? new ImportError("The file has a value that is too large or nested too deeply.", { cause: error })
    : error;
}
