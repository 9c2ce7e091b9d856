import { createReadStream } from "node:fs";
import type {
  ImportedFinding,
  ImportFormat,
  ResultTotals,
} from "#domain/findings/import/imported-finding.ts";
import { readResults } from "#server/findings/import/read-results.ts";
import type { OpenFile } from "#server/findings/import/streams/open-file.ts";
import { createMemoryStore } from "./memory-store.ts";

const TEST_DATA = new URL("../test-data/", import.meta.url);

/** What a file contains, with all findings in memory. */
export type ReadFile = ResultTotals & { tool: string; findings: ImportedFinding[] };

export async function readFile(format: ImportFormat, open: OpenFile): Promise<ReadFile> {
  const results = await readResults(format, open, createMemoryStore());
  const findings: ImportedFinding[] = [];
  for await (const batch of results.findings) {
    findings.push(...batch);
  }
  return { tool: results.tool, findings, ...results.totals() };
}

/** Imports a text, split into chunks of a size in bytes. */
export async function readText(format: ImportFormat, text: string, chunkSize = 65_536): Promise<ReadFile> {
  return await readFile(format, () => toChunks(new TextEncoder().encode(text), chunkSize));
}

export async function readJson(format: ImportFormat, value: unknown): Promise<ReadFile> {
  return await readText(format, JSON.stringify(value));
}

export async function readRows(format: ImportFormat, rows: readonly unknown[]): Promise<ReadFile> {
  return await readText(format, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

export async function readTestData(format: ImportFormat, name: string): Promise<ReadFile> {
  return await readFile(format, () => createReadStream(new URL(name, TEST_DATA)));
}

export async function* toChunks(bytes: Uint8Array, chunkSize: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkSize) {
    yield bytes.subarray(start, start + chunkSize);
  }
}
