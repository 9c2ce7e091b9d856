import { Hono } from "hono";
import { z } from "zod";
import type { Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import type { StoreName } from "#server/files/store.ts";
import { noteUnclaimed, sweepKey } from "#server/files/unclaimed-files.ts";
import type { Services } from "#server/services.ts";

/**
 * `DELETE /api/admin/documents/{id}` (specification section 7): final. With the row every link to it ends; the bytes go
 * right after, or by the sweep when the store does not answer. `?versions=all` deletes every version of the name.
 */
export function deleteDocument({
  database,
  sessions,
  files,
  log,
}: Pick<Services, "database" | "sessions" | "files" | "log">): Hono {
  const app = new Hono();
  app.delete("/api/admin/documents/:id", async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = z.guid().safeParse(context.req.param("id"));
    if (!id.success) throw unknownDocument();
    const isWhole = context.req.query("versions") === "all";
    const { keys, latest } = await database.bypassingPolicies(
      { reason: "delete a document", actor: sub },
      (query) => remove(query, id.data, isWhole),
    );
    for (const key of keys)
      await sweepKey(database, files, key).catch((err: unknown) =>
        log.warn({ err }, "bytes of a deleted document not swept yet"),
      );
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

async function remove(
  query: Query,
  id: string,
  isWhole: boolean,
): Promise<{ keys: string[]; latest: Latest | null }> {
  const [named] = await query<{ client_id: string; name: string }>(
    "select client_id, name from public.documents where id = $1 for update",
    [id],
  );
  if (!named) throw unknownDocument();
  const ofTheName = "client_id = $1 and lower(name) = lower($2)";
  const doomed = await query<{ id: string; storage_key: string | null; store: StoreName | null }>(
    `select document.id, file.storage_key, file.store
       from public.documents as document left join private.document_files as file on file.document_id = document.id
      where ${ofTheName} and (document.id = $3 or $4) order by document.id for update of document`,
    [named.client_id, named.name, id, isWhole],
  );
  await query("delete from public.documents where id = any($1::uuid[])", [doomed.map((row) => row.id)]);
  for (const { storage_key, store } of doomed)
    if (storage_key && store) await noteUnclaimed(query, storage_key, store);
  const [latest] = await query<Latest>(
    `select id, version from public.documents where ${ofTheName} and is_latest`,
    [named.client_id, named.name],
  );
  return { keys: doomed.flatMap((row) => row.storage_key ?? []), latest: latest ?? null };
}

function unknownDocument(): ApiError {
  return new ApiError(404, "unknown_document", "This document does not exist any more.");
}
