import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { undoLast } from "../undo/use-undo.ts";
import { areSingleKeysEnabled, PAGE_SHORTCUTS } from "./shortcuts.ts";

/** Time limit for pressing the letter after G. */
const SEQUENCE_TIMEOUT_MS = 1500;

type ShortcutHandlers = { onPalette: () => void; onHelp: () => void };

/** Handles the keyboard shortcuts. Single keys are ignored while the user types or a dialog is open. */
export function useShortcuts({ onPalette, onHelp }: ShortcutHandlers): void {
  const navigate = useNavigate();
  const gPressedAt = useRef(Number.NEGATIVE_INFINITY);
  const handlers = useRef({ onPalette, onHelp });
  handlers.current = { onPalette, onHelp };

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.isComposing) {
        return;
      }
      const key = event.key.toLowerCase();
      const isDialogOpen = document.querySelector("[role=dialog], dialog[open]") !== null;
      if (event.ctrlKey || event.metaKey) {
        if (key === "k" && !event.shiftKey && !isDialogOpen) {
          event.preventDefault();
          handlers.current.onPalette();
        }
        // In a text field, Ctrl+Z undoes typing.
        if (key === "z" && !event.shiftKey && !isTyping(event.target) && undoLast()) {
          event.preventDefault();
        }
        return;
      }
      if (isDialogOpen || isTyping(event.target) || !areSingleKeysEnabled()) {
        return;
      }
      const page = PAGE_SHORTCUTS.find(({ letter }) => letter === key);
      const isAfterG = event.timeStamp - gPressedAt.current < SEQUENCE_TIMEOUT_MS;
      gPressedAt.current = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (isAfterG && page) {
        event.preventDefault();
        void navigate(page.path);
      } else if (event.key === "?") {
        event.preventDefault();
        handlers.current.onHelp();
      } else if (event.key === "/") {
        const search = document.querySelector<HTMLElement>("main input[type=search]");
        if (!search) {
          return;
        }
        event.preventDefault();
        search.focus();
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
