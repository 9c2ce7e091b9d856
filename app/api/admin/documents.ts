import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { fetchPage } from "#app/api/admin/list-page.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { createAreaFetch } from "#app/api/client/area-fetch.ts";
import { containsPattern } from "#app/api/client/like-pattern.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { createFormUpload } from "#app/api/client/upload-form.ts";
import { type DocumentRow, scanPollInterval } from "#app/api/shared/documents.ts";
import type { ClientRole } from "#domain/clients/members/role.ts";
import type { DocumentCategory } from "#domain/documents/document.ts";
import type { ScanStatus } from "#domain/documents/document-scan.ts";

/** A document with the client's company. */
export type ListedDocument = DocumentRow & { clients: { company: string } | null };

/** Query key prefix for the document lists. */
export const DOCUMENT_LISTS_KEY = "admin-documents";

/** The latest versions, and all quarantined files, which never become the latest version. */
const CURRENT_DOCUMENTS = "is_latest.eq.true,scan_status.eq.quarantined";

/** Whether uploads are scanned for malware. It changes only when the server restarts. */
export function documentSettingsQuery() {
  return queryOptions({
    queryKey: ["document-settings"],
    queryFn: () => readJson(adminApi.documents.settings.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Filter for the document library. An empty string matches everything. */
export type LibraryFilter = {
  clientId: string;
  search: string;
  category: DocumentCategory | "";
  scanStatus: ScanStatus | "";
  page: number;
};

/**
 * One page of the library, newest first: the latest version of each document, and all quarantined files, which never
 * become the latest version. `search` matches file names.
 */
export function documentLibraryQuery(filter: LibraryFilter) {
  const { clientId, category, scanStatus, page } = filter;
  const search = filter.search.trim();
  return queryOptions({
    queryKey: [DOCUMENT_LISTS_KEY, "library", clientId, search, category, scanStatus, page],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return fetchPage(page, (from, to) => {
        let query = supabase
          .from("documents")
          .select("*, clients(company)", { count: "exact" })
          .or(CURRENT_DOCUMENTS);
        if (clientId) {
          query = query.eq("client_id", clientId);
        }
        if (category) {
          query = query.eq("category", category);
        }
        if (scanStatus) {
          query = query.eq("scan_status", scanStatus);
        }
        if (search) {
          query = query.ilike("name", containsPattern(search));
        }
        return query.order("uploaded_at", { ascending: false }).order("id").range(from, to);
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => scanPollInterval(data?.rows),
  });
}

/** The documents of a project, newest first: the same versions as in the library. */
export function projectDocumentsQuery(projectId: string) {
  return queryOptions({
    queryKey: [DOCUMENT_LISTS_KEY, "project", projectId],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase
          .from("documents")
          .select("*")
          .eq("project_id", projectId)
          .or(CURRENT_DOCUMENTS)
          .order("uploaded_at", { ascending: false })
          .order("id"),
      );
    },
    refetchInterval: ({ state }) => scanPollInterval(state.data),
  });
}

/** All clients, including suspended ones, for the library's client filter. */
export function clientOptionsQuery() {
  return queryOptions({
    queryKey: [DOCUMENT_LISTS_KEY, "clients"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(await supabase.from("clients").select("id, company").order("company"));
    },
  });
}

export type UploadTarget = {
  clientId: string;
  category: DocumentCategory;
  /** Null for documents of the whole company. */
  projectId: string | null;
  /** Roles that can read the document in addition to those of its category. */
  sharedWith: readonly ClientRole[];
  /** Whether clients cannot see the document until it is shared. */
  isInternal: boolean;
};

export type UploadedDocument = { id: string; name: string };

/**
 * Uploads a file as a new document, or as the next version if the client has a document with the same name.
 * `onProgress` receives the uploaded fraction, from 0 to 1.
 * @throws {ApiError} or, if canceled, the signal's reason
 */
export async function uploadDocument(
  file: File,
  { clientId, category, projectId, sharedWith, isInternal }: UploadTarget,
  { onProgress, signal }: { onProgress: (fraction: number) => void; signal: AbortSignal },
): Promise<UploadedDocument> {
  const form = new FormData();
  form.append("clientId", clientId);
  form.append("category", category);
  form.append("projectId", projectId ?? "");
  form.append("sharedWith", sharedWith.join(","));
  form.append("internal", String(isInternal));
  // Append the file last, so that the server can reject invalid fields before receiving it.
  form.append("file", file);
  const { document } = await readJson(
    adminApi.documents.upload.$post(undefined, {
      fetch: createAreaFetch("admin", createFormUpload(form, onProgress)),
      init: { signal },
    }),
  );
  return document;
}

/** Makes an internal document visible to the client. @throws {ApiError} */
export async function shareDocument(id: string): Promise<void> {
  await readJson(adminApi.documents[":id"].share.$post({ param: { id } }));
}

/** Permanently deletes one version of a document, or all of them. @throws {ApiError} */
export async function deleteDocument(id: string, allVersions: boolean): Promise<void> {
  const query = allVersions ? { versions: "all" } : {};
  await readJson(adminApi.documents[":id"].$delete({ param: { id }, query }));
}
