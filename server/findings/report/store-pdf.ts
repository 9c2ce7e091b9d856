import type { Query } from "#server/database/database.ts";
import { type NewDocument, type StoredDocument, storeDocument } from "#server/files/upload/store-document.ts";
import type { Services } from "#server/services.ts";

/** A PDF that the product wrote about a project. */
type WrittenPdf = {
  bytes: Uint8Array;
  name: string;
  project: { id: string; clientId: string };
  category?: NewDocument["category"];
};

type Context = Pick<Services, "database" | "files" | "scanner" | "jobs" | "log">;

/**
 * Stores the PDF as the next version of the client's document with this name. `onStored` runs in the same transaction.
 * @param actor The administrator recorded in the audit log.
 */
export async function storePdf(
  context: Context,
  { bytes, name, project, category = "report" }: WrittenPdf,
  onStored: (query: Query, document: StoredDocument) => Promise<void>,
  actor?: string,
): Promise<StoredDocument> {
  const { temporaryFiles } = context.files;
  const file = await temporaryFiles.receive(toAsyncIterable(bytes));
  try {
    return await storeDocument(
      context,
      {
        file,
        clientId: project.clientId,
        projectId: project.id,
        category,
        name,
        mimeType: "application/pdf",
        onStored,
      },
      actor,
    );
  } finally {
    await temporaryFiles.remove(file);
  }
}

async function* toAsyncIterable(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
