import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { errorMessage } from "./error-message.ts";

/** Delay between the last keystroke and saving. Each save is an entry in the audit log. */
const DELAY_MS = 2000;

type AutosavedText = {
  text: string;
  setText: (text: string) => void;
  status: "unchanged" | "saving" | "saved" | "failed";
  /** Saves without waiting, for example when the field loses the focus. */
  saveNow: () => void;
};

type AutosavedTextOptions = {
  stored: string;
  save: (text: string) => Promise<void>;
  /** Shown if the text could not be saved after the user left the page. */
  failedMessage: string;
};

/** Text that is saved after a pause in typing, and when the user leaves the page. */
export function useAutosavedText({ stored, save, failedMessage }: AutosavedTextOptions): AutosavedText {
  const showToast = useToast();
  const [text, setText] = useState(stored);
  const [savedText, setSavedText] = useState(stored);
  const [wasSaved, setWasSaved] = useState(false);
  const hasLeft = useRef(false);
  // Text that is saved or being saved, so that leaving the field and the page saves it once.
  const submitted = useRef(stored);
  const { mutate, isError } = useMutation({
    // Saves run one after another, so that the latest text is stored.
    scope: { id: "autosaved text" },
    mutationFn: save,
    onSuccess: (_, saved) => {
      setSavedText(saved);
      setWasSaved(true);
    },
    onError: (error) => {
      submitted.current = savedText;
      if (hasLeft.current) {
        showToast(errorMessage(error, failedMessage), { tone: "negative" });
      }
    },
  });
  const isUnsaved = text !== savedText;

  // Show text that another page or user stored. The server trims texts, which is not a difference.
  const [shown, setShown] = useState(stored);
  if (stored !== shown) {
    setShown(stored);
    if (!isUnsaved && stored.trim() !== text.trim()) {
      setText(stored);
      setSavedText(stored);
      submitted.current = stored;
    }
  }

  const saveNow = useRef(() => {});
  saveNow.current = () => {
    if (text !== submitted.current) {
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
  useEffect(() => {
    hasLeft.current = false;
    // The browser shows its own message.
    const preventUnload = (event: BeforeUnloadEvent) => hasUnsaved.current && event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => {
      hasLeft.current = true;
      window.removeEventListener("beforeunload", preventUnload);
      saveNow.current();
    };
  }, []);

  const unsavedStatus = isError ? "failed" : "saving";
  const savedStatus = wasSaved ? "saved" : "unchanged";
  return {
    text,
    setText,
    status: isUnsaved ? unsavedStatus : savedStatus,
    saveNow: () => saveNow.current(),
  };
}
