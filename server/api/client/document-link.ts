import { Hono } from "hono";
import { z } from "zod";
import { isPreviewable } from "#domain/documents/document.ts";
import type { ScanStatus } from "#domain/documents/document-scan.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateQuery } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const LinkQuery = z.object({ disposition: z.string().optional() });

type DocumentRow = {
  id: string;
  name: string;
  mime_type: string;
  file_size: string;
  scan_status: ScanStatus;
};

/**
 * `GET /api/client/documents/{id}` returns a download link for the owning client and administrators. Row policies
 * apply, so another client's document returns 404.
 */
export function createDocumentLinkRoutes({
  database,
  documentLinks,
  config,
}: Pick<Services, "database" | "documentLinks" | "config">) {
  return new Hono<CallerEnv>().get(
    "/client/documents/:id",
    validateQuery(LinkQuery, "Unknown disposition."),
    async (context) => {
      const { caller } = context.var;
      const id = z.guid().safeParse(context.req.param("id"));
      const kind = context.req.valid("query").disposition === "inline" ? "preview" : "download";
      const { document, byRole } = await database.asCaller(caller, (query) =>
        findDocument(query, id.success ? id.data : null),
      );
      assertAvailable(document, kind);
      const { token, expiresAt } = await documentLinks.create({
        documentId: document.id,
        userId: caller.sub,
        byRole,
        kind,
      });
      return context.json({
        downloadUrl: `${config.publicUrl}/api/documents/${token}`,
        filename: document.name,
        mimeType: document.mime_type,
        size: Number(document.file_size),
        expiresAt: expiresAt.toISOString(),
      });
    },
  );
}

async function findDocument(
  query: Query,
  id: string | null,
): Promise<{ document: DocumentRow; byRole: "client" | "admin" }> {
  const [caller] = await query(
    "select access.is_admin() as is_admin, access.current_client_id() is not null as is_client",
  );
  if (!caller?.is_admin && !caller?.is_client) {
    throw new ApiError(403, "not_authorized", "Your account doesn't have access to documents.");
  }
  const [document] = await query(
    "select id, name, mime_type, file_size, scan_status from public.documents where id = $1",
    [id],
  );
  if (!document) {
    throw new ApiError(404, "unknown_document", "This document no longer exists.");
  }
  return { document, byRole: caller.is_admin ? "admin" : "client" };
}

function assertAvailable(document: DocumentRow, kind: "download" | "preview"): void {
  if (document.scan_status === "pending") {
    throw new ApiError(409, "being_checked", "We're scanning this file. Try again in a moment.", {
      "Retry-After": "5",
    });
  }
  if (document.scan_status === "quarantined") {
    throw new ApiError(403, "quarantined", "This document is quarantined and can't be downloaded.");
  }
  if (kind === "preview" && !isPreviewable(document.mime_type)) {
    throw new ApiError(415, "no_preview", "This file type can't be previewed.");
  }
}
