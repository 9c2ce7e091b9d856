import { Hono } from "hono";
import { z } from "zod";
import { isPreviewable } from "#domain/document.ts";
import type { Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type Found = { id: string; name: string; mime_type: string; file_size: string; scan_state: string };

/**
 * `GET /api/client/documents/{id}` (specification section 7): a link to the bytes, for the owning client and every
 * administrator. Row policies find the document: one that is somebody else's is not there.
 */
export function documentLink({
  database,
  sessions,
  documentLinks,
  config,
}: Pick<Services, "database" | "sessions" | "documentLinks" | "config">): Hono {
  const app = new Hono();
  app.get("/api/client/documents/:id", async (context) => {
    const claims = await sessions.requirePerson(context);
    const id = z.guid().safeParse(context.req.param("id"));
    const kind = context.req.query("disposition") === "inline" ? "preview" : "download";
    const { document, byRole } = await database.asCaller(claims, (query) =>
      find(query, id.success ? id.data : null),
    );
    assertOpen(document, kind);
    const { token, expiresAt } = await documentLinks.make({
      documentId: document.id,
      userId: claims.sub,
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
  });
  return app;
}

async function find(
  query: Query,
  id: string | null,
): Promise<{ document: Found; byRole: "client" | "admin" }> {
  const [caller] = await query<{ is_admin: boolean; is_client: boolean }>(
    "select access.is_admin() as is_admin, access.client_id() is not null as is_client",
  );
  if (!caller?.is_admin && !caller?.is_client)
    throw new ApiError(403, "not_authorized", "Your account cannot read documents.");
  const [document] = await query<Found>(
    "select id, name, mime_type, file_size, scan_state from public.documents where id = $1",
    [id],
  );
  if (!document) throw new ApiError(404, "unknown_document", "This document does not exist any more.");
  return { document, byRole: caller.is_admin ? "admin" : "client" };
}

function assertOpen(document: Found, kind: "download" | "preview"): void {
  if (document.scan_state === "pending")
    throw new ApiError(409, "being_checked", "This document is still being checked. Please try again soon.", {
      "Retry-After": "5",
    });
  if (document.scan_state === "quarantined")
    throw new ApiError(403, "quarantined", "This document is in quarantine and cannot be downloaded.");
  if (kind === "preview" && !isPreviewable(document.mime_type))
    throw new ApiError(415, "no_preview", "This kind of file cannot be shown here.");
}
