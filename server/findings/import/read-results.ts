import {
  type ImportFormat,
  type ImportResult,
  MAX_IMPORT_BYTES,
} from "#domain/findings/import/imported-finding.ts";
import { readFindingCsv } from "./finding-csv.ts";
import { readGarak } from "./garak.ts";
import { readPromptfoo } from "./promptfoo.ts";
import { readSarif } from "./sarif.ts";
import { limitBytes } from "./streams/limit-bytes.ts";
import type { OpenFile } from "./streams/open-file.ts";

const READERS: Readonly<Record<ImportFormat, (open: OpenFile) => Promise<ImportResult>>> = {
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
): Promise<ImportResult> {
  return await READERS[format](() => limitBytes(open(), MAX_IMPORT_BYTES));
}
