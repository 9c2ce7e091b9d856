import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#app/api/client/api-error.ts";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { deleteTextDraft, readTextDraft, storeTextDraft, type TextDraft } from "./drafts.ts";
import { errorMessage } from "./error-message.ts";

/** Delay between the last keystroke and saving. Each save is an entry in the audit log. */
const DELAY_MS = 2000;

type AutosavedText = {
  text: string;
  setText: (text: string) => void;
  /**
   * `conflict` means that someone else changed the stored text. `draft` means that the text could not be saved the last
   * time, and that the user has not decided about it.
   */
  status: "unchanged" | "saving" | "saved" | "failed" | "conflict" | "draft";
  /** Saves without waiting, for example when the field loses the focus. */
  saveNow: () => void;
  /** Saves a draft. */
  saveDraft: () => void;
  /** After a conflict, saves the text and replaces what someone else stored. */
  keepText: () => void;
  /** After a conflict or for a draft, discards the text and shows what is stored. */
  showStored: () => void;
};

type AutosavedTextOptions = {
  /** Identifies the text if it cannot be saved after the user left the page. */
  draftName: string;
  stored: string;
  /** Saves the text. Rejects with 409 if the stored text is not `previous`. */
  save: (text: string, previous: string) => Promise<void>;
  /** Shown if the text could not be saved after the user left the page. */
  failedMessage: string;
};

/**
 * Text that is saved after a pause in typing, and when the user leaves the page. If it cannot be saved, the browser keeps
 * it as a draft, which the page offers to save the next time it is opened.
 */
export function useAutosavedText({
  draftName,
  stored,
  save,
  failedMessage,
}: AutosavedTextOptions): AutosavedText {
  const showToast = useToast();
  const [draft] = useState(() => findDraft(draftName, stored));
  const [isDraft, setIsDraft] = useState(draft !== undefined);
  const [text, setText] = useState(draft?.text ?? stored);
  const [savedText, setSavedText] = useState(stored);
  const [wasSaved, setWasSaved] = useState(false);
  const [hasConflict, setHasConflict] = useState(false);
  const hasLeft = useRef(false);
  // The stored text that the user has seen.
  const saved = useRef(draft?.previous ?? stored);
  // Text that is saved or being saved, so that leaving the field and the page saves it once.
  const submitted = useRef(stored);

  function setSaved(newText: string): void {
    saved.current = newText;
    setSavedText(newText);
  }

  const { mutate, isPending, isError } = useMutation({
    // Saves run one after another, so that the latest text is stored.
    scope: { id: "autosaved text" },
    mutationFn: (newText: string) => save(newText, saved.current),
    onSuccess: (_, newText) => {
      deleteTextDraft(draftName);
      setSaved(newText);
      setWasSaved(true);
    },
    onError: (failure, newText) => {
      if (submitted.current === newText) {
        submitted.current = saved.current;
      }
      setHasConflict(failure instanceof ApiError && failure.status === 409);
      storeTextDraft(draftName, { text: newText, previous: saved.current });
      if (hasLeft.current) {
        showToast(errorMessage(failure, failedMessage), { tone: "negative" });
      }
    },
  });
  const isUnsaved = text !== savedText;

  // Show text that another page or user stored. The server trims texts, which is not a difference.
  const [shown, setShown] = useState(stored);
  if (stored !== shown) {
    setShown(stored);
    if (!isUnsaved && !isPending && stored.trim() !== text.trim()) {
      setText(stored);
      setSaved(stored);
      submitted.current = stored;
    }
  }

  const saveNow = useRef(() => {});
  saveNow.current = () => {
    // The user decides about a conflict or a draft first.
    if (!hasConflict && !isDraft && text !== submitted.current) {
      submitted.current = text;
      mutate(text);
    }
  };

  useEffect(() => {
    if (text === savedText) {
      return;
    }
    const timer = setTimeout(() => saveNow.current(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, savedText]);

  const hasUnsaved = useRef(isUnsaved);
  hasUnsaved.current = isUnsaved && !isDraft;
  const keepDraft = useRef(() => {});
  keepDraft.current = () => {
    if (isUnsaved) {
      storeTextDraft(draftName, { text, previous: saved.current });
    }
  };
  useEffect(() => {
    hasLeft.current = false;
    // The browser shows its own message.
    const preventUnload = (event: BeforeUnloadEvent) => hasUnsaved.current && event.preventDefault();
    const keepText = () => keepDraft.current();
    window.addEventListener("beforeunload", preventUnload);
    window.addEventListener("pagehide", keepText);
    return () => {
      hasLeft.current = true;
      window.removeEventListener("beforeunload", preventUnload);
      window.removeEventListener("pagehide", keepText);
      keepText();
      saveNow.current();
    };
  }, []);

  function resolveConflict(): void {
    setHasConflict(false);
    setSaved(stored);
  }

  const errorStatus = hasConflict ? "conflict" : "failed";
  const unsavedStatus = isError ? errorStatus : "saving";
  const savedStatus = wasSaved ? "saved" : "unchanged";
  const savingStatus = isUnsaved ? unsavedStatus : savedStatus;
  return {
    text,
    setText(newText) {
      setIsDraft(false);
      setText(newText);
    },
    status: isDraft ? "draft" : savingStatus,
    saveNow: () => saveNow.current(),
    saveDraft() {
      setIsDraft(false);
      submitted.current = text;
      mutate(text);
    },
    keepText() {
      resolveConflict();
      submitted.current = text;
      mutate(text);
    },
    showStored() {
      deleteTextDraft(draftName);
      setIsDraft(false);
      resolveConflict();
      setText(stored);
      submitted.current = stored;
    },
  };
}

/** Returns the draft, unless it was stored in the meantime. The server trims texts. */
function findDraft(name: string, stored: string): TextDraft | undefined {
  const draft = readTextDraft(name);
  return draft && draft.text.trim() !== stored.trim() ? draft : undefined;
}
