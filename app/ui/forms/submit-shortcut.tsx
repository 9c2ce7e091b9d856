import type { KeyboardEvent } from "react";
import { isApple } from "../apple.ts";

/** Submits the form of a text area with Ctrl+Enter or ⌘+Enter. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  }
}

/** Shows the shortcut next to the button, on devices that are likely to have a keyboard. */
export function SubmitShortcutHint({ action }: { action: string }) {
  return (
    <span className="hidden text-13 text-muted pointer-fine:inline">
      {isApple() ? "⌘" : "Ctrl"}+Enter to {action}
    </span>
  );
}
