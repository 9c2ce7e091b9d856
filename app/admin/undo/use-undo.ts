import { useCallback } from "react";
import { useToast } from "#app/ui/overlays/toast.tsx";

// Undoes the latest change. Stored outside the toast, so that the keyboard shortcut works after the toast has
// closed.
let lastUndo: (() => void) | null = null;

/** Undoes the latest change. Returns false if there is nothing to undo. */
export function undoLast(): boolean {
  const undo = lastUndo;
  lastUndo = null;
  undo?.();
  return undo !== null;
}

/**
 * Returns a function that shows a toast with an Undo button. Ctrl/⌘+Z works even after the toast has closed.
 */
export function useUndo(): (text: string, undo: () => void, options?: { duration?: number }) => void {
  const showToast = useToast();
  return useCallback(
    (text, undo, options = {}) => {
      const undoOnce = () => {
        if (lastUndo === undoOnce) {
          lastUndo = null;
        }
        undo();
      };
      lastUndo = undoOnce;
      showToast(text, { ...options, action: { label: "Undo", onPress: undoOnce } });
    },
    [showToast],
  );
}
