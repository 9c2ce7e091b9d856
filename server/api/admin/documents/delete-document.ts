import { Hono } from "hono";
import { z } from "zod";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { deleteIfUnclaimed } from "#server/files/unclaimed-files.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateParams, validateQuery } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const DocumentPath = z.object({ id: z.guid() });
const DeleteQuery = z.object({ versions: z.string().optional() });

/**
 * `DELETE /api/admin/documents/{id}` deletes a document permanently. Its links stop working immediately. The file is
 * deleted after the row, or by the cleanup job if the store is unavailable. `?versions=all` deletes every version of
 * the document. Returns 409 for the signed copy of an accepted proposal.
 */
export function createDeleteDocumentRoutes({
  database,
  files,
  log,
}: Pick<Services, "database" | "files" | "log">) {
  return new Hono<CallerEnv>().delete(
    "/documents/:id",
    validateParams(DocumentPath, unknownDocumentError),
    validateQuery(DeleteQuery, "Unknown versions."),
    async (context) => {
      const { caller } = context.var;
      const { id } = context.req.valid("param");
      const allVersions = context.req.valid("query").versions === "all";
      const { keys, latest } = await database.asCaller(caller, (query) =>
        deleteDocumentRows(query, id, allVersions),
      );
      for (const key of keys) {
        await deleteIfUnclaimed(database, files, key).catch((err: unknown) =>
          log.warn({ err }, "could not delete a document's file yet"),
        );
      }
      return context.json({
        success: true,
        message: "Document deleted successfully",
        deleted: keys.length,
        latest,
      });
    },
  );
}

type LatestVersion = { id: string; version: number };

async function deleteDocumentRows(
  query: Query,
  id: string,
  allVersions: boolean,
): Promise<{ keys: string[]; latest: LatestVersion | null }> {
  const [document] = await query("select client_id, name, is_internal from public.documents where id = $1", [
    id,
  ]);
  const [accepted] = await query(
    `select 1 from public.proposal_acceptances as acceptance
       join public.documents as kept on kept.id = acceptance.document_id
       join public.documents as target on target.client_id = kept.client_id and lower(target.name) = lower(kept.name)
        and target.is_internal = kept.is_internal
      where target.id = $1 and (kept.id = target.id or $2::boolean)`,
    [id, allVersions],
  );
  if (accepted) {
    throw new ApiError(
      409,
      "accepted_proposal",
      "This is the signed copy of an accepted proposal, so it can't be deleted.",
    );
  }
  const deleted = await query("select storage_key from endpoints.delete_documents($1, $2)", [
    id,
    allVersions,
  ]);
  if (!document || deleted.length === 0) {
    throw unknownDocumentError();
  }
  const [latest] = await query(
    `select id, version from public.documents
      where client_id = $1 and lower(name) = lower($2) and is_internal = $3 and is_latest
      order by uploaded_at desc, version desc limit 1`,
    [document.client_id, document.name, document.is_internal],
  );
  return { keys: deleted.flatMap((row) => row.storage_key ?? []), latest: latest ?? null };
}

function unknownDocumentError(): ApiError {
  return new ApiError(404, "unknown_document", "This document no longer exists.");
}
