import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#app/api/client/api-error.ts";

const AUTOSAVE_DELAY_MS = 2_000;
const RETRY_DELAY_MS = 10_000;

type AutosaveOptions<Content> = {
  /** Compared by identity. */
  content: Content;
  /** Whether the content can be saved while the user types. */
  canAutosave: boolean;
  save: (content: Content) => Promise<void>;
};

type Autosave<Content> = {
  /** Whether the content that was rendered last differs from the saved one. */
  hasUnsaved: () => boolean;
  isUnsaved: boolean;
  isSaving: boolean;
  savedAt: Date | null;
  error: Error | null;
  /** Saves the content unless it is saved already. @throws {ApiError} */
  saveNow: (content: Content) => Promise<void>;
};

/**
 * Saves the content 2 s after the last change, one request at a time. Repeats failed requests, except rejected ones: after a
 * conflict, only `saveNow` sends another request.
 */
export function useAutosave<Content>({
  content,
  canAutosave,
  save,
}: AutosaveOptions<Content>): Autosave<Content> {
  const [saved, setSaved] = useState<{ content: Content; at: Date | null }>({ content, at: null });
  // Also current between a response and the next render, when a page navigates.
  const latest = useRef({ content, saved: content });
  latest.current.content = content;
  const { mutate, mutateAsync, isPending, error } = useMutation({
    // Each request contains the revision that the request before it returned.
    scope: { id: "autosave" },
    mutationFn: save,
    onSuccess: (_, savedContent) => {
      latest.current.saved = savedContent;
      setSaved({ content: savedContent, at: new Date() });
    },
  });
  const isUnsaved = content !== saved.content;
  const isRejected = error instanceof ApiError && !error.isRetryable;
  const isDue = canAutosave && isUnsaved && !isPending && !isRejected;
  const delay = error ? RETRY_DELAY_MS : AUTOSAVE_DELAY_MS;

  useEffect(() => {
    if (!isDue) {
      return;
    }
    const timer = setTimeout(() => mutate(content), delay);
    return () => clearTimeout(timer);
  }, [isDue, content, delay, mutate]);

  return {
    hasUnsaved: () => latest.current.content !== latest.current.saved,
    ...{ isUnsaved, isSaving: isPending, savedAt: saved.at, error },
    async saveNow(current) {
      if (isPending || current !== latest.current.saved) {
        await mutateAsync(current);
      }
    },
  };
}
