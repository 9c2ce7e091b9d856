import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { escapeLike } from "#app/api/client/like-pattern.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { Tables } from "#supabase/database.types.ts";

/** One version of a document. */
export type DocumentRow = Tables<"documents">;

const POLL_INTERVAL_MS = 3000;
const MAX_DOWNLOADS = 50;

/** Refetch interval for a list of documents: polls while any document is being scanned. */
export function scanPollInterval(
  documents: ReadonlyArray<Pick<DocumentRow, "scan_status">> | undefined,
): number | false {
  return documents?.some((document) => document.scan_status === "pending") ? POLL_INTERVAL_MS : false;
}

/** Every version of a document, newest first. */
export function documentVersionsQuery(area: Area, { client_id, name, is_internal }: DocumentRow) {
  return queryOptions({
    queryKey: ["document-versions", client_id, name, is_internal],
    queryFn: async () => {
      const supabase = await getSupabase(area);
      const versions = unwrap(
        await supabase
          .from("documents")
          .select("*")
          .eq("client_id", client_id)
          .ilike("name", escapeLike(name))
          .eq("is_internal", is_internal)
          .order("uploaded_at", { ascending: false })
          .order("version", { ascending: false }),
      );
      // PostgREST treats `*` as a wildcard that can't be escaped.
      return versions.filter((version) => version.name.toLowerCase() === name.toLowerCase());
    },
  });
}

async function fetchDownloads(area: Area, { client_id, name }: DocumentRow) {
  const supabase = await getSupabase(area);
  const downloads = unwrap(
    await supabase
      .from("document_downloads")
      .select("id, document_name, document_version, kind, user_role, user_id, downloaded_at, users(email)")
      .eq("client_id", client_id)
      .ilike("document_name", escapeLike(name))
      // Log entries are kept when their document is deleted. Skip those of a deleted document with the same
      // name.
      .not("document_id", "is", null)
      .order("downloaded_at", { ascending: false })
      .limit(MAX_DOWNLOADS),
  );
  return downloads.filter((download) => download.document_name.toLowerCase() === name.toLowerCase());
}

/** Log entry for a download. `users` is null unless row policies let the caller read the account. */
export type DocumentDownload = Awaited<ReturnType<typeof fetchDownloads>>[number];

/** Query key prefix for download logs. */
export const DOWNLOADS_KEY = "document-downloads";

/** Downloads of any version of a document, newest first. */
export function documentDownloadsQuery(area: Area, document: DocumentRow) {
  return queryOptions({
    queryKey: [DOWNLOADS_KEY, document.client_id, document.name],
    queryFn: () => fetchDownloads(area, document),
    // Always refetch, because the user may have just downloaded the document.
    staleTime: 0,
  });
}
