import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { DataFile } from "#server/privacy/client-data.ts";

/** A document's bytes, opened when their turn comes. `name` is for people: it is made harmless here. */
export type ArchivedDocument = { name: string; uploadedAt: Date; open(): Promise<Readable> };

type Archive = {
  company: string;
  files: readonly DataFile[];
  documents: readonly ArchivedDocument[];
  at: Date;
};

/** The archive as a stream of a ZIP file: nothing of it lies on a disk, and one document at a time is open. */
export function clientArchive({ company, files, documents, at }: Archive): Readable {
  const zip = new ZipFile();
  const out = Readable.from(zip.outputStream);
  // The library tells what goes wrong of itself, not through its stream.
  zip.on("error", (cause: Error) => out.destroy(cause));
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime: at });
  add("README.txt", readme(company, at));
  for (const { name, rows } of files) add(name, `${JSON.stringify(rows, null, 2)}\n`);
  for (const [index, { name, uploadedAt, open }] of documents.entries()) {
    zip.addReadStreamLazy(
      `documents/${String(index + 1).padStart(3, "0")} ${harmless(name)}`,
      { mtime: uploadedAt, compress: false },
      (done) => {
        open().then(
          (bytes) => done(null, bytes),
          (cause: unknown) => done(cause, Readable.from([])),
        );
      },
    );
  }
  zip.end();
  return out;
}

// A name is one step of a path and nothing else; the number before it keeps equal ones apart.
function harmless(name: string): string {
  return name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, "_")
    .replace(/^\.+/, "_")
    .slice(0, 150);
}

function readme(company: string, at: Date): string {
  return `Everything stored about ${company}, as of ${at.toISOString()}.

Each .json file is a list of rows. Amounts are dollars; payment schedules hold cents. Times are UTC.
documents/ holds the files themselves, every version, in the order of documents.json; not those a scanner refused.

internal/ is the firm's own: notes, and who changed what. Decide what of it you hand over.
`;
}
