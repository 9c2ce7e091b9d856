import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { DOCUMENT_LISTS, type UploadTarget, uploadDocument } from "#app/api/admin-documents.ts";
import { ApiFailure } from "#app/api/failure.ts";
import { documentProblem } from "#domain/document-upload.ts";

/** A file on its way from being chosen to being stored. */
export type Upload = {
  id: number;
  file: File;
  state: "refused" | "chosen" | "waiting" | "sending" | "stored" | "failed";
  /** How much of it has left, from 0 to 1. */
  share: number;
  /** Why it cannot be sent, or was not stored. */
  problem: string | null;
};

/** What became of files sent together; a cancelled one is in neither list. */
export type Outcome = { stored: Upload[]; failed: Upload[] };

/** The files chosen and sent. Leaving the screen cancels those under way. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const made = useRef(0);
  const cancels = useCancels();
  const change = (id: number, facts: Partial<Upload>) =>
    setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ...facts } : upload)));
  const store = useStore(change);

  /** Adds files to the list; what was stored before leaves it. */
  function choose(files: Iterable<File>) {
    const chosen = Array.from(files, (file): Upload => {
      made.current += 1;
      const problem = documentProblem(file);
      return { id: made.current, file, state: problem ? "refused" : "chosen", share: 0, problem };
    });
    setUploads((list) => [...list.filter(({ state }) => state !== "stored"), ...chosen]);
  }

  /** Takes a file from the list; one under way is cancelled. */
  function remove(id: number) {
    cancels.get(id)?.abort();
    setUploads((list) => list.filter((upload) => upload.id !== id));
  }

  async function send(target: UploadTarget): Promise<Outcome> {
    const sent = uploads.filter(({ state }) => state === "chosen");
    for (const { id } of sent) {
      cancels.set(id, new AbortController());
      change(id, { state: "waiting" });
    }
    const outcome: Outcome = { stored: [], failed: [] };
    // One after the other: together none would be there sooner, and all would be lost with the connection.
    for (const upload of sent) {
      const { signal } = cancels.get(upload.id) ?? new AbortController();
      if (signal.aborted) continue;
      change(upload.id, { state: "sending" });
      const problem = await store(upload, target, signal);
      if (signal.aborted) continue;
      change(upload.id, { state: problem === null ? "stored" : "failed", problem });
      outcome[problem === null ? "stored" : "failed"].push({ ...upload, problem });
    }
    return outcome;
  }

  /** Makes a failed file one that the next press of Upload sends. */
  function retry(id: number) {
    change(id, { state: "chosen", share: 0, problem: null });
  }

  return { uploads, choose, remove, retry, send };
}

/** Who can cancel which upload; all are cancelled with the screen. */
function useCancels(): Map<number, AbortController> {
  const cancels = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const known = cancels.current;
    return () => {
      for (const cancel of known.values()) cancel.abort();
    };
  }, []);
  return cancels.current;
}

/** Sends one file; gives what went wrong in words, or null. */
function useStore(change: (id: number, facts: Partial<Upload>) => void) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (sent: { upload: Upload; target: UploadTarget; signal: AbortSignal }) =>
      uploadDocument(sent.upload.file, sent.target, {
        onProgress: (share) => change(sent.upload.id, { share }),
        signal: sent.signal,
      }).catch((error) => {
        // Who cancels knows.
        if (!sent.signal.aborted) throw error;
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [DOCUMENT_LISTS] }),
  });
  return (upload: Upload, target: UploadTarget, signal: AbortSignal) =>
    mutateAsync({ upload, target, signal }).then(() => null, wordsOfFailure);
}

/** The specification's words (section 8): what the server said, or that it refused, or that nothing came. */
function wordsOfFailure(error: unknown): string {
  if (!(error instanceof ApiFailure) || error.isUnanswered) return "Failed to upload document";
  return error.message || "Upload failed";
}
