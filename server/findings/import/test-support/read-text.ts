import { createReadStream } from "node:fs";
import type { ImportFormat, ImportResult } from "#domain/findings/import/imported-finding.ts";
import { readResults } from "#server/findings/import/read-results.ts";

const TEST_DATA = new URL("../test-data/", import.meta.url);

/** Imports a text, split into chunks of a size in bytes. */
export async function readText(
  format: ImportFormat,
  text: string,
  chunkSize = 65_536,
): Promise<ImportResult> {
  return await readResults(format, () => toChunks(new TextEncoder().encode(text), chunkSize));
}

export async function readJson(format: ImportFormat, value: unknown): Promise<ImportResult> {
  return await readText(format, JSON.stringify(value));
}

export async function readRows(format: ImportFormat, rows: readonly unknown[]): Promise<ImportResult> {
  return await readText(format, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

export async function readTestData(format: ImportFormat, name: string): Promise<ImportResult> {
  return await readResults(format, () => createReadStream(new URL(name, TEST_DATA)));
}

export async function* toChunks(bytes: Uint8Array, chunkSize: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkSize) {
    yield bytes.subarray(start, start + chunkSize);
  }
}
