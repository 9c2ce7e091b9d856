import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";
import { literally } from "#app/api/like-pattern.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A document, or an earlier version of one. */
export type DocumentRow = Tables<"documents">;

/** Milliseconds between two looks at documents that are being checked. */
const LOOK_EVERY = 3000;
/** Downloads shown of one document, the newest. */
const MOST_DOWNLOADS = 50;

/** A client's documents in their latest versions, the newest first; asked again while one is being checked. */
export function ownDocuments(clientId: string) {
  return queryOptions({
    queryKey: ["own-documents", clientId],
    queryFn: async () => {
      const client = await backend("client");
      return dataOf(
        await client
          .from("documents")
          .select("*")
          .eq("client_id", clientId)
          .eq("is_latest", true)
          .order("uploaded_at", { ascending: false }),
      );
    },
    refetchInterval: ({ state }) => untilChecked(state.data),
  });
}

/** How many documents a client has, versions of one counted once. */
export function ownDocumentCount(clientId: string) {
  return queryOptions({
    queryKey: ["own-document-count", clientId],
    queryFn: async () => {
      const client = await backend("client");
      const answer = await client
        .from("documents")
        .select("id", { count: "exact", head: true })
        .eq("client_id", clientId)
        .eq("is_latest", true);
      dataOf(answer);
      return answer.count ?? 0;
    },
  });
}

/** Milliseconds until a list of documents is worth asking for again; false when nothing in it is being checked. */
export function untilChecked(documents: ReadonlyArray<{ scan_state: string }> | undefined): number | false {
  return documents?.some((document) => document.scan_state === "pending") ? LOOK_EVERY : false;
}

/** Every version of a document, the latest first. */
export function documentVersions(house: House, { client_id, name }: DocumentRow) {
  return queryOptions({
    queryKey: ["document-versions", client_id, name],
    queryFn: async () => {
      const person = await backend(house);
      const found = dataOf(
        await person
          .from("documents")
          .select("*")
          .eq("client_id", client_id)
          .ilike("name", literally(name))
          .order("version", { ascending: false }),
      );
      // An asterisk in a name finds more than itself, and nothing takes that power from it.
      return found.filter((version) => version.name.toLowerCase() === name.toLowerCase());
    },
  });
}

async function fetchDownloads(house: House, { client_id, name }: DocumentRow) {
  const person = await backend(house);
  const found = dataOf(
    await person
      .from("document_downloads")
      .select("id, document_name, document_version, kind, by_role, downloaded_at, users(email)")
      .eq("client_id", client_id)
      .ilike("document_name", literally(name))
      // Entries of a deleted document stay, but are not of this one, which only has its name.
      .not("document_id", "is", null)
      .order("downloaded_at", { ascending: false })
      .limit(MOST_DOWNLOADS),
  );
  return found.filter((download) => download.document_name.toLowerCase() === name.toLowerCase());
}

/** Somebody fetched a document; the address of the account is known only to those who may read it. */
export type DocumentDownload = Awaited<ReturnType<typeof fetchDownloads>>[number];

/** First part of the keys of the logs of downloads. */
export const DOCUMENT_DOWNLOADS = "document-downloads";

/** Who fetched a document in any of its versions, the newest first. */
export function documentDownloads(house: House, document: DocumentRow) {
  return queryOptions({
    queryKey: [DOCUMENT_DOWNLOADS, document.client_id, document.name],
    queryFn: () => fetchDownloads(house, document),
    // Fetching it is what the person has just done.
    staleTime: 0,
  });
}
