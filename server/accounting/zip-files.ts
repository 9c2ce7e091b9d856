import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { ExportFile } from "#domain/accounting/accounting-records.ts";
import { toPlainCsv } from "#domain/text/csv.ts";

/** Streams a ZIP file with the given files as CSV. */
export function zipFiles(files: readonly ExportFile[], createdAt: Date): Readable {
  const zip = new ZipFile();
  for (const { name, rows } of files) {
    zip.addBuffer(Buffer.from(toPlainCsv(rows)), name, { mtime: createdAt });
  }
  zip.end();
  return Readable.from(zip.outputStream);
}
