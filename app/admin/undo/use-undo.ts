import { useCallback } from "react";
import { useToast } from "#app/ui/toast.tsx";

// The last act that can be undone, for the keyboard: the toast that offers it is gone after a moment.
let last: (() => void) | null = null;

/** Undoes the last act that can be; true when there was one. */
export function undoLast(): boolean {
  const undo = last;
  last = null;
  undo?.();
  return undo !== null;
}

/** Says that something was done, and offers to undo it: in the toast, and by Ctrl/⌘ Z afterwards. */
export function useUndo(): (text: string, undo: () => void, options?: { duration?: number }) => void {
  const showToast = useToast();
  return useCallback(
    (text, undo, options = {}) => {
      const once = () => {
        if (last === once) last = null;
        undo();
      };
      last = once;
      showToast(text, { ...options, action: { label: "Undo", onPress: once } });
    },
    [showToast],
  );
}
