import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { undoLast } from "../undo/use-undo.ts";
import { hasSingleKeys, PAGE_LETTERS } from "./shortcuts.ts";

/** Milliseconds in which the second key of G and a letter must follow. */
const SEQUENCE = 1500;

type Opens = { onPalette: () => void; onHelp: () => void };

/** Listens for the shortcuts of the admin area; single keys do nothing while somebody types or a dialog is open. */
export function useShortcuts({ onPalette, onHelp }: Opens): void {
  const navigate = useNavigate();
  const pressedG = useRef(Number.NEGATIVE_INFINITY);
  const opens = useRef({ onPalette, onHelp });
  opens.current = { onPalette, onHelp };

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const key = event.key.toLowerCase();
      const isDialogOpen = document.querySelector("[role=dialog], dialog[open]") !== null;
      if (event.ctrlKey || event.metaKey) {
        if (key === "k" && !event.shiftKey && !isDialogOpen) {
          event.preventDefault();
          opens.current.onPalette();
        }
        // In a field Ctrl Z takes back what was typed there.
        if (key === "z" && !event.shiftKey && !isTyping(event.target) && undoLast()) event.preventDefault();
        return;
      }
      if (isDialogOpen || isTyping(event.target) || !hasSingleKeys()) return;
      const page = PAGE_LETTERS.find(({ letter }) => letter === key);
      const follows = event.timeStamp - pressedG.current < SEQUENCE;
      pressedG.current = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (follows && page) {
        event.preventDefault();
        void navigate(page.path);
      } else if (event.key === "?") {
        event.preventDefault();
        opens.current.onHelp();
      } else if (event.key === "/") {
        const search = document.querySelector<HTMLElement>("main input[type=search]");
        if (!search) return;
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
