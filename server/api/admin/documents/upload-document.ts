import { type Context, Hono } from "hono";
import { z } from "zod";
import { DOCUMENT_CATEGORIES } from "#domain/documents/document.ts";
import { getFileExtension, sanitizeFileName } from "#domain/documents/document-name.ts";
import { hasAcceptedExtension, validateUpload } from "#domain/documents/document-upload.ts";
import { listKeys } from "#domain/status.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { detectFileType } from "#server/files/file-type/detect-file-type.ts";
import { withRandomAccess } from "#server/files/file-type/random-access-file.ts";
import { toStorageApiError } from "#server/files/storage-api-error.ts";
import { getRequestBodyStream } from "#server/files/streams.ts";
import { type ReceivedForm, receiveForm } from "#server/files/upload/receive-form.ts";
import {
  type StoredDocument,
  storeDocument,
  unknownProjectError,
} from "#server/files/upload/store-document.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "database" | "files" | "scanner" | "jobs" | "log">;

/**
 * `POST /api/admin/documents/upload` stores one file for one client. The file and its row are stored together or not at
 * all. docs/documents.md lists the responses.
 */
export function createUploadDocumentRoutes(services: Dependencies) {
  return new Hono<CallerEnv>().post("/documents/upload", async (context) => {
    // Authorize before reading the body.
    const { sub } = context.var.caller;
    try {
      const document = await receiveDocument(services, context, sub);
      return context.json({ success: true, message: "Document uploaded successfully!", document }, 201);
    } catch (error) {
      const storeError = toStorageApiError(error);
      if (storeError && storeError.status >= 500) {
        services.log.error({ err: error }, "could not store an upload");
      }
      throw storeError ?? error;
    }
  });
}

async function receiveDocument(
  services: Dependencies,
  context: Context,
  actor: string,
): Promise<StoredDocument> {
  const body = getRequestBodyStream(context);
  const form = await receiveForm(
    { headers: context.req.raw.headers, body },
    services.files.temporaryFiles,
    assertAcceptedName,
  );
  try {
    const { file, ...target } = parseForm(form);
    const name = sanitizeFileName(file.name);
    // Name and maximum size were checked during the upload, so the only remaining problem is an empty file.
    const problem = validateUpload({ name, size: file.size });
    if (problem) {
      throw new ApiError(400, "empty_file", problem);
    }
    const fileType = await withRandomAccess(file.path, file.size, (bytes) =>
      detectFileType(bytes, getFileExtension(name)),
    );
    if (!fileType.ok) {
      throw new ApiError(415, "unsupported_type", fileType.reason);
    }
    return await storeDocument(services, { file, ...target, name, mimeType: fileType.mimeType }, actor);
  } finally {
    if (form.file) {
      await services.files.temporaryFiles.remove(form.file);
    }
  }
}

/** Rejects an unsupported file type before the body is uploaded. */
function assertAcceptedName(fileName: string): void {
  const name = sanitizeFileName(fileName);
  const problem = validateUpload({ name, size: 1 });
  if (!problem) {
    return;
  }
  throw hasAcceptedExtension(name)
    ? new ApiError(400, "invalid_input", problem)
    : new ApiError(415, "unsupported_type", problem);
}

const Category = z.enum(listKeys(DOCUMENT_CATEGORIES));
/** Owners can read every document. */
const SharedWith = z.array(z.enum(["billing", "technical", "auditor"]));

function parseForm({ fields, file }: ReceivedForm) {
  const clientId = fields.get("clientId");
  if (!file || !clientId) {
    throw new ApiError(400, "invalid_input", "Please select a client and file");
  }
  if (!z.guid().safeParse(clientId).success) {
    throw new ApiError(404, "unknown_client", "This client no longer exists.");
  }
  const category = Category.safeParse(fields.get("category") || "report");
  if (!category.success) {
    throw new ApiError(400, "invalid_input", "Choose a category from the list.");
  }
  const projectId = z
    .guid()
    .nullable()
    .safeParse(fields.get("projectId") || null);
  if (!projectId.success) {
    throw unknownProjectError();
  }
  const sharedWith = SharedWith.safeParse((fields.get("sharedWith") ?? "").split(",").filter(Boolean));
  if (!sharedWith.success) {
    throw new ApiError(400, "invalid_input", "Choose roles from the list.");
  }
  const isInternal = z.enum(["true", "false"]).safeParse(fields.get("internal") || "false");
  if (!isInternal.success) {
    throw new ApiError(400, "invalid_input", "Choose whether the document is internal.");
  }
  return {
    file,
    clientId,
    category: category.data,
    projectId: projectId.data,
    sharedWith: sharedWith.data,
    isInternal: isInternal.data === "true",
  };
}
