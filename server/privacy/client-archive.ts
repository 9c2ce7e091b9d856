import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { DataFile } from "#server/privacy/client-data.ts";

/** A document to add to the archive. Its file is opened only when it is added. `name` is unvalidated user input. */
export type ArchivedDocument = {
  name: string;
  uploadedAt: Date;
  /** Whether the client must not receive it. */
  isInternal: boolean;
  open(): Promise<Readable>;
};

type ClientArchiveOptions = {
  company: string;
  files: readonly DataFile[];
  documents: readonly ArchivedDocument[];
  createdAt: Date;
};

/** Streams a ZIP file without writing it to disk. Opens one document at a time. */
export function createClientArchive({
  company,
  files,
  documents,
  createdAt,
}: ClientArchiveOptions): Readable {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream);
  const fail = (error: Error) => output.destroy(error);
  // yazl emits errors on the ZipFile, not on its stream.
  zip.on("error", fail);
  let currentDocument: Readable | undefined;
  // After a canceled download, nothing reads the rest of the document, so close it.
  output.once("close", () => currentDocument?.destroy());
  const addTextFile = (name: string, text: string) =>
    zip.addBuffer(Buffer.from(text), name, { mtime: createdAt });
  addTextFile("README.txt", formatReadme(company, createdAt));
  for (const { name, rows } of files) {
    addTextFile(name, `${JSON.stringify(rows, null, 2)}\n`);
  }
  // Each folder has its own numbers, because gaps would show clients that there are internal documents.
  const counts = { documents: 0, "internal/documents": 0 };
  for (const { name, uploadedAt, isInternal, open } of documents) {
    const folder = isInternal ? "internal/documents" : "documents";
    counts[folder] += 1;
    zip.addReadStreamLazy(
      `${folder}/${String(counts[folder]).padStart(3, "0")} ${toSafeFileName(name)}`,
      { mtime: uploadedAt, compress: false },
      (done) => {
        open().then(
          (stream) => {
            currentDocument = stream;
            // yazl does not handle stream errors, and an unhandled error would end the process.
            stream.on("error", fail);
            if (output.destroyed) {
              stream.destroy();
            } else {
              done(null, stream);
            }
          },
          (error: unknown) => done(error, Readable.from([])),
        );
      },
    );
  }
  zip.end();
  return output;
}

// Prevents a name from being interpreted as a path. The number before the name makes it unique.
function toSafeFileName(name: string): string {
  return name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, "_")
    .replace(/^\.+/, "_")
    .slice(0, 150);
}

function formatReadme(company: string, createdAt: Date): string {
  return `All data stored about ${company}, as of ${createdAt.toISOString()}.

Each .json file is a list of rows. Amounts are in dollars, except payment schedules, which are in cents. Times are in UTC.
documents/ contains every version of each document, in the order of upload, except quarantined files.

internal/ contains your team's notes, drafts of findings with their attachments, and the audit log. Review it before you
share it.
`;
}
