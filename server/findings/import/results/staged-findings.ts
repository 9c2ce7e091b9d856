import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import { readJsonLines } from "#server/findings/import/streams/read-json-lines.ts";
import type { DiskQuota } from "./disk-quota.ts";

/** The number of findings that are in memory at the same time. */
const BATCH_SIZE = 200;

/** Writes the findings to a new file, one per line. */
export async function writeFindings(
  path: string,
  findings: AsyncIterable<ImportedFinding[]>,
  quota: DiskQuota,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const batch of findings) {
      const bytes = Buffer.from(batch.map((finding) => `${JSON.stringify(finding)}\n`).join(""));
      await quota.reserve(bytes.length);
      await file.writeFile(bytes);
    }
  } finally {
    await file.close();
  }
}

/** Reads the findings of `writeFindings()` in batches. */
export async function* readFindings(path: string): AsyncGenerator<ImportedFinding[]> {
  let batch: ImportedFinding[] = [];
  for await (const { value } of readJsonLines(createReadStream(path))) {
    batch.push(ImportedFinding.parse(value));
    if (batch.length === BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}
