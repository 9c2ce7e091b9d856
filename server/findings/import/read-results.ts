import { type ImportFormat, MAX_IMPORT_BYTES } from "#domain/findings/import/imported-finding.ts";
import { readFindingCsv } from "./finding-csv.ts";
import { readGarak } from "./garak.ts";
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
  return await READERS[format](() => limitBytes(open(), MAX_IMPORT_BYTES), store);
}
