import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#app/api/client/api-error.ts";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { textDrafts } from "./drafts.ts";
import { errorMessage } from "./error-message.ts";

/** Delay between the last keystroke and saving. Each save is an entry in the audit log. */
const DELAY_MS = 2000;

type AutosavedText = {
  text: string;
  setText: (text: string) => void;
  /** `conflict` means that someone else changed the stored text. */
  status: "unchanged" | "saving" | "saved" | "failed" | "conflict";
  /** Saves without waiting, for example when the field loses the focus. */
  saveNow: () => void;
  /** After a conflict, saves the text and replaces what someone else stored. */
  keepText: () => void;
  /** After a conflict, discards the text and shows what someone else stored. */
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
 * Text that is saved after a pause in typing, and when the user leaves the page. If saving fails after that, the text is
 * shown and saved again the next time the page is opened.
 */
export function useAutosavedText({
  draftName,
  stored,
  save,
  failedMessage,
}: AutosavedTextOptions): AutosavedText {
  const showToast = useToast();
  const [draft] = useState(() => textDrafts.get(draftName));
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
      textDrafts.delete(draftName);
      setSaved(newText);
      setWasSaved(true);
    },
    onError: (failure, newText) => {
      if (submitted.current === newText) {
        submitted.current = saved.current;
      }
      setHasConflict(failure instanceof ApiError && failure.status === 409);
      if (hasLeft.current) {
        textDrafts.set(draftName, { text: newText, previous: saved.current });
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
    // The user chooses between the texts first.
    if (!hasConflict && text !== submitted.current) {
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
  hasUnsaved.current = isUnsaved;
  const leave = useRef(() => {});
  leave.current = () => {
    if (hasConflict) {
      textDrafts.set(draftName, { text, previous: saved.current });
    } else {
      saveNow.current();
    }
  };
  useEffect(() => {
    hasLeft.current = false;
    // The browser shows its own message.
    const preventUnload = (event: BeforeUnloadEvent) => hasUnsaved.current && event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => {
      hasLeft.current = true;
      window.removeEventListener("beforeunload", preventUnload);
      leave.current();
    };
  }, []);
  // The text on the page replaces the draft.
  useEffect(() => void textDrafts.delete(draftName), [draftName]);

  function resolveConflict(): void {
    setHasConflict(false);
    setSaved(stored);
  }

  const errorStatus = hasConflict ? "conflict" : "failed";
  const unsavedStatus = isError ? errorStatus : "saving";
  const savedStatus = wasSaved ? "saved" : "unchanged";
  return {
    text,
    setText,
    status: isUnsaved ? unsavedStatus : savedStatus,
    saveNow: () => saveNow.current(),
    keepText() {
      resolveConflict();
      submitted.current = text;
      mutate(text);
    },
    showStored() {
      resolveConflict();
      setText(stored);
      submitted.current = stored;
    },
  };
}
