import { type Context, Hono } from "hono";
import { z } from "zod";
import { DOCUMENT_CATEGORIES } from "#domain/document.ts";
import { documentName, extensionOf } from "#domain/document-name.ts";
import { documentProblem, isAcceptedName } from "#domain/document-upload.ts";
import { ApiError } from "#server/errors.ts";
import { keepDocument, type StoredDocument } from "#server/files/keep-document.ts";
import { type ReceivedForm, receiveForm } from "#server/files/receive-form.ts";
import { withBytes } from "#server/files/recognise/bytes.ts";
import { recognise } from "#server/files/recognise/index.ts";
import { refusalOf } from "#server/files/store-refusal.ts";
import { requestBody } from "#server/files/streams.ts";
import type { Services } from "#server/services.ts";

type Parts = Pick<Services, "database" | "sessions" | "files" | "scanner" | "jobs" | "log">;

/**
 * `POST /api/admin/documents/upload` (specification sections 5 and 7): one file for one client, kept with its row or not
 * at all. docs/documents.md lists the answers.
 */
export function uploadDocument(parts: Parts): Hono {
  const app = new Hono();
  app.post("/api/admin/documents/upload", async (context) => {
    // Asked before a byte of the body is read.
    const { sub } = await parts.sessions.requireAdmin(context);
    try {
      const document = await receive(parts, context, sub);
      return context.json({ success: true, message: "Document uploaded successfully!", document }, 201);
    } catch (cause) {
      const refusal = refusalOf(cause);
      if (refusal && refusal.status >= 500) parts.log.error({ err: cause }, "upload not stored");
      throw refusal ?? cause;
    }
  });
  return app;
}

async function receive(parts: Parts, context: Context, actor: string): Promise<StoredDocument> {
  const body = requestBody(context);
  const form = await receiveForm(
    { headers: context.req.raw.headers, body },
    parts.files.spool,
    assertAcceptedName,
  );
  try {
    const { file, clientId, category } = read(form);
    const name = documentName(file.name);
    // The name was looked at before the bytes came, and no more of them than allowed: what is left is emptiness.
    const problem = documentProblem({ name, size: file.size });
    if (problem) throw new ApiError(400, "empty_file", problem);
    const kind = await withBytes(file.path, file.size, (bytes) => recognise(bytes, extensionOf(name)));
    if (!kind.ok) throw new ApiError(415, "unsupported_type", kind.why);
    return await keepDocument(parts, { file, clientId, category, name, mimeType: kind.mimeType }, actor);
  } finally {
    if (form.file) await parts.files.spool.remove(form.file);
  }
}

/** Nobody sends 50 MB to hear that they have the wrong ending. */
function assertAcceptedName(given: string): void {
  const name = documentName(given);
  const problem = documentProblem({ name, size: 1 });
  if (!problem) return;
  throw isAcceptedName(name)
    ? new ApiError(400, "invalid_input", problem)
    : new ApiError(415, "unsupported_type", problem);
}

const Category = z.enum(Object.keys(DOCUMENT_CATEGORIES) as (keyof typeof DOCUMENT_CATEGORIES)[]);

function read({ fields, file }: ReceivedForm) {
  const clientId = fields.get("clientId");
  if (!file || !clientId) throw new ApiError(400, "invalid_input", "Please select a client and file");
  if (!z.guid().safeParse(clientId).success)
    throw new ApiError(404, "unknown_client", "This client does not exist any more.");
  const category = Category.safeParse(fields.get("category") || "report");
  if (!category.success) throw new ApiError(400, "invalid_input", "Please choose one of the categories.");
  return { file, clientId, category: category.data };
}
