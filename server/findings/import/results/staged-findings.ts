import { type FileHandle, open } from "node:fs/promises";
import * as z from "zod/mini";
import { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import type { DiskQuota } from "./disk-quota.ts";

const Batch = z.array(ImportedFinding);

/** Where a batch of findings is in the file, in bytes. */
export type StagedBatch = { offset: number; length: number };

type WriteOptions = {
  quota: DiskQuota;
  /** Called when the file exists. */
  onStart: () => Promise<void>;
  /** Called when the batch can be read. */
  onBatch: (batch: StagedBatch) => Promise<void>;
};

/** Writes the findings to a new file. Each batch is a JSON list. */
export async function writeFindings(
  path: string,
  findings: AsyncIterable<ImportedFinding[]>,
  { quota, onStart, onBatch }: WriteOptions,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  let offset = 0;
  try {
    await onStart();
    for await (const batch of findings) {
      const bytes = Buffer.from(JSON.stringify(batch));
      await quota.reserve(bytes.length);
      await file.writeFile(bytes);
      await onBatch({ offset, length: bytes.length });
      offset += bytes.length;
    }
  } finally {
    await file.close();
  }
}

/** Reads a batch of `writeFindings()`. */
export async function readBatch(
  file: FileHandle,
  { offset, length }: StagedBatch,
): Promise<ImportedFinding[]> {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
  return Batch.parse(JSON.parse(buffer.toString("utf8")));
}
