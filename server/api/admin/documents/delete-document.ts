import { Hono } from "hono";
import { z } from "zod";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import type { StoreName } from "#server/files/stores/store.ts";
import { addUnclaimedFile, deleteIfUnclaimed } from "#server/files/unclaimed-files.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * `DELETE /api/admin/documents/{id}` deletes a document permanently. Its links stop working with the row. The file is
 * deleted right after, or by the cleanup job if the store is unavailable. `?versions=all` deletes every version of the
 * document.
 */
export function deleteDocumentRoutes({
  database,
  files,
  log,
}: Pick<Services, "database" | "files" | "log">): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  app.delete("/documents/:id", async (context) => {
    const { sub } = context.var.caller;
    const id = z.guid().safeParse(context.req.param("id"));
    if (!id.success) {
      throw unknownDocumentError();
    }
    const allVersions = context.req.query("versions") === "all";
    const { keys, latest } = await database.bypassPolicies(
      { reason: "delete a document", actor: sub },
      (query) => deleteRows(query, id.data, allVersions),
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
  });
  return app;
}

type Latest = { id: string; version: number };

async function deleteRows(
  query: Query,
  id: string,
  allVersions: boolean,
): Promise<{ keys: string[]; latest: Latest | null }> {
  const [document] = await query<{ client_id: string; name: string }>(
    "select client_id, name from public.documents where id = $1 for update",
    [id],
  );
  if (!document) {
    throw unknownDocumentError();
  }
  const sameName = "client_id = $1 and lower(name) = lower($2)";
  const deleted = await query<{ id: string; storage_key: string | null; store: StoreName | null }>(
    `select document.id, file.storage_key, file.store
       from public.documents as document left join private.document_files as file on file.document_id = document.id
      where ${sameName} and (document.id = $3 or $4) order by document.id for update of document`,
    [document.client_id, document.name, id, allVersions],
  );
  await query("delete from public.documents where id = any($1::uuid[])", [deleted.map((row) => row.id)]);
  for (const { storage_key, store } of deleted) {
    if (storage_key && store) {
      await addUnclaimedFile(query, storage_key, store);
    }
  }
  const [latest] = await query<Latest>(
    `select id, version from public.documents where ${sameName} and is_latest`,
    [document.client_id, document.name],
  );
  return { keys: deleted.flatMap((row) => row.storage_key ?? []), latest: latest ?? null };
}

function unknownDocumentError(): ApiError {
  return new ApiError(404, "unknown_document", "This document no longer exists.");
}
