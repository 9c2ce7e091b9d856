import { useQuery } from "@tanstack/react-query";
import { documentLibraryQuery } from "#app/api/admin/documents.ts";

/** The newest documents of all clients, and how many there are. */
export function useRecentUploads() {
  return useQuery(documentLibraryQuery({ clientId: "", search: "", category: "", scanStatus: "", page: 1 }));
}
