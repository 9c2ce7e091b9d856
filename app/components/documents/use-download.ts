import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { fetchDocument } from "#app/api/shared/document-file.ts";
import { DOWNLOADS_KEY, type DocumentRow } from "#app/api/shared/documents.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";

/** Downloads documents. `progress` is a fraction from 0 to 1. */
export function useDownload(area: Area) {
  const queryClient = useQueryClient();
  const showAlert = useAlert();
  const [progress, setProgress] = useState(0);
  const download = useMutation({
    mutationFn: ({ id }: Pick<DocumentRow, "id">) => {
      setProgress(0);
      return fetchDocument(area, id, { onProgress: setProgress });
    },
    onSuccess: async ({ filename, bytes, downloadUrl }) => {
      downloadFile(filename, bytes ?? downloadUrl);
      await queryClient.invalidateQueries({ queryKey: [DOWNLOADS_KEY] });
    },
    onError: (error) => void showAlert(downloadErrorMessage(error)),
  });
  return { start: download.mutate, isDownloading: download.isPending, progress };
}

export function downloadErrorMessage(error: Error): string {
  return error instanceof ApiError && error.message && !error.isNetworkError
    ? `Download failed: ${error.message}`
    : "Failed to download document. Please try again.";
}
