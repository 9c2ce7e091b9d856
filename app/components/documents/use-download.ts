import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { documentFile } from "#app/api/document-file.ts";
import { DOCUMENT_DOWNLOADS, type DocumentRow } from "#app/api/documents.ts";
import { ApiFailure } from "#app/api/failure.ts";
import type { House } from "#app/api/house.ts";
import { saveFile } from "#app/components/save-file.ts";
import { useAlert } from "#app/ui/alert-dialog.tsx";

/** Saves documents; `share` of the one under way has arrived, from 0 to 1. */
export function useDownload(house: House) {
  const queryClient = useQueryClient();
  const showAlert = useAlert();
  const [share, setShare] = useState(0);
  const download = useMutation({
    mutationFn: ({ id }: DocumentRow) => {
      setShare(0);
      return documentFile(house, id, { onProgress: setShare });
    },
    onSuccess: async ({ filename, bytes, downloadUrl }) => {
      saveFile(filename, bytes ?? downloadUrl);
      await queryClient.invalidateQueries({ queryKey: [DOCUMENT_DOWNLOADS] });
    },
    onError: (error) => void showAlert(wordsOfDownloadFailure(error)),
  });
  return { start: download.mutate, isUnderWay: download.isPending, share };
}

/** The specification's words (section 8): what the server said, or that nothing came. */
export function wordsOfDownloadFailure(error: Error): string {
  return error instanceof ApiFailure && error.message && !error.isUnanswered
    ? `Download failed: ${error.message}`
    : "Failed to download document. Please try again.";
}
