import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  DOCUMENT_LISTS_KEY,
  type UploadedDocument,
  type UploadTarget,
  uploadDocument,
} from "#app/api/admin/documents.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { validateUpload } from "#domain/documents/document-upload.ts";

/** A selected file and the status of its upload. `rejected` files fail validation and can't be uploaded. */
export type Upload = {
  id: number;
  file: File;
  status: "rejected" | "selected" | "queued" | "uploading" | "uploaded" | "failed";
  /** Uploaded fraction, from 0 to 1. */
  progress: number;
  /** Message for a rejected or failed file. */
  error: string | null;
};

/** Result of uploading several files. Canceled uploads are in neither list. */
export type UploadOutcome = { uploaded: Upload[]; failed: Upload[] };

type UploadsOptions = { onUploaded?: (document: UploadedDocument) => void };

/** Manages the selected files and their uploads. Leaving the page cancels running uploads. */
export function useUploads({ onUploaded }: UploadsOptions = {}) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const abortControllers = useAbortControllers();
  const update = (id: number, changes: Partial<Upload>) =>
    setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const uploadFile = useUploadFile(update, onUploaded);

  /** Adds files to the list and removes the ones already uploaded. Returns the added files. */
  function addFiles(files: Iterable<File>): Upload[] {
    const selected = Array.from(files, (file): Upload => {
      lastId.current += 1;
      const error = validateUpload(file);
      return { id: lastId.current, file, status: error ? "rejected" : "selected", progress: 0, error };
    });
    setUploads((list) => [...list.filter(({ status }) => status !== "uploaded"), ...selected]);
    return selected;
  }

  /** Removes a file from the list and cancels its upload. */
  function remove(id: number) {
    abortControllers.get(id)?.abort();
    setUploads((list) => list.filter((upload) => upload.id !== id));
  }

  /** Uploads the selected files of the list, or the given ones. */
  async function uploadAll(target: UploadTarget, files: readonly Upload[] = uploads): Promise<UploadOutcome> {
    const selected = files.filter(({ status }) => status === "selected");
    for (const { id } of selected) {
      abortControllers.set(id, new AbortController());
      update(id, { status: "queued" });
    }
    const outcome: UploadOutcome = { uploaded: [], failed: [] };
    // Upload one file at a time: parallel uploads are not faster, and a lost connection would interrupt all
    // of them.
    for (const upload of selected) {
      const { signal } = abortControllers.get(upload.id) ?? new AbortController();
      if (signal.aborted) {
        continue;
      }
      update(upload.id, { status: "uploading" });
      const error = await uploadFile(upload, target, signal);
      if (signal.aborted) {
        continue;
      }
      const status = error === null ? "uploaded" : "failed";
      update(upload.id, { status, error });
      outcome[status].push({ ...upload, error });
    }
    return outcome;
  }

  /** Includes a failed file in the next upload. Returns the file. */
  function retry(id: number): Upload[] {
    const changes = { status: "selected", progress: 0, error: null } as const;
    update(id, changes);
    return uploads.filter((upload) => upload.id === id).map((upload) => ({ ...upload, ...changes }));
  }

  return { uploads, addFiles, remove, retry, uploadAll };
}

/** Returns the abort controllers by upload id and aborts all of them on unmount. */
function useAbortControllers(): Map<number, AbortController> {
  const controllers = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const current = controllers.current;
    return () => {
      for (const controller of current.values()) {
        controller.abort();
      }
    };
  }, []);
  return controllers.current;
}

/** Returns a function that uploads one file and resolves to an error message or null. */
function useUploadFile(
  update: (id: number, changes: Partial<Upload>) => void,
  onUploaded: UploadsOptions["onUploaded"],
) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ upload, target, signal }: { upload: Upload; target: UploadTarget; signal: AbortSignal }) =>
      uploadDocument(upload.file, target, {
        onProgress: (progress) => update(upload.id, { progress }),
        signal,
      }).catch((error) => {
        // Canceling is not an error.
        if (!signal.aborted) {
          throw error;
        }
      }),
    onSuccess: (document) => {
      if (document) {
        onUploaded?.(document);
      }
      return queryClient.invalidateQueries({ queryKey: [DOCUMENT_LISTS_KEY] });
    },
  });
  return (upload: Upload, target: UploadTarget, signal: AbortSignal) =>
    mutateAsync({ upload, target, signal }).then(() => null, uploadErrorMessage);
}

function uploadErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError) || error.isNetworkError) {
    return "Failed to upload document";
  }
  return error.message || "Upload failed";
}
