import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listPage } from "#app/api/admin-list.ts";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { type DocumentRow, untilChecked } from "#app/api/documents.ts";
import { dataOf } from "#app/api/failure.ts";
import { containing } from "#app/api/like-pattern.ts";
import { sendForm } from "#app/api/send-form.ts";

/** A document with the company it is for. */
export type ListedDocument = DocumentRow & { clients: { company: string } | null };

/** First part of the keys of the administrator's lists of documents. */
export const DOCUMENT_LISTS = "admin-documents";

const RECENT = 10;

/** The latest uploads of all clients, every version of its own. */
export function recentUploads() {
  return queryOptions({
    queryKey: [DOCUMENT_LISTS, "recent"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(
        await admin
          .from("documents")
          .select("*, clients(company)")
          .order("uploaded_at", { ascending: false })
          .limit(RECENT),
      );
    },
    refetchInterval: ({ state }) => untilChecked(state.data),
  });
}

/** What narrows the library; an empty text narrows nothing. `state` is a scan state. */
export type LibraryFilter = {
  clientId: string;
  search: string;
  category: string;
  state: string;
  page: number;
};

/**
 * One page of the library, the newest first: the latest version of each document, and whatever is quarantined, which
 * is never the latest. `search` looks into the names.
 */
export function documentLibrary(filter: LibraryFilter) {
  const { clientId, category, state, page } = filter;
  const search = filter.search.trim();
  return queryOptions({
    queryKey: [DOCUMENT_LISTS, "library", clientId, search, category, state, page],
    queryFn: async () => {
      const admin = await backend("admin");
      return listPage(page, (from, to) => {
        let wanted = admin
          .from("documents")
          .select("*, clients(company)", { count: "exact" })
          .or("is_latest.eq.true,scan_state.eq.quarantined");
        if (clientId) wanted = wanted.eq("client_id", clientId);
        if (category) wanted = wanted.eq("category", category);
        if (state) wanted = wanted.eq("scan_state", state);
        if (search) wanted = wanted.ilike("name", containing(search));
        return wanted.order("uploaded_at", { ascending: false }).order("id").range(from, to);
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => untilChecked(data?.rows),
  });
}

/** Every client, suspended ones too, by company: whose documents there may be. */
export function clientsToFilterBy() {
  return queryOptions({
    queryKey: [DOCUMENT_LISTS, "clients"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(await admin.from("clients").select("id, company").order("company"));
    },
  });
}

/** Whom an upload is for, and what it is. */
export type UploadTarget = { clientId: string; category: string };

/**
 * Stores a file as a document, or as the next version of the one of its name. `onProgress` hears how much has left,
 * from 0 to 1.
 * @throws ApiFailure; the signal's reason when it was cancelled
 */
export async function uploadDocument(
  file: File,
  { clientId, category }: UploadTarget,
  sending: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<void> {
  const form = new FormData();
  form.append("clientId", clientId);
  form.append("category", category);
  // Last: what is wrong with the others is then told before the bytes are on their way.
  form.append("file", file);
  await sendForm("admin", "/api/admin/documents/upload", form, sending);
}

/** Deletes one version, or with `isWhole` every version of its name, for good. @throws ApiFailure */
export async function deleteDocument(id: string, isWhole: boolean): Promise<void> {
  await callApi("admin", `/api/admin/documents/${id}${isWhole ? "?versions=all" : ""}`, { method: "DELETE" });
}
