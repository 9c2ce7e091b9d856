import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

// Store drafts only in memory, so that they do not outlive the page.
const drafts = new Map<string, unknown>();

/**
 * Keeps unsaved input while the form is unmounted: while another section is open, or until the user signs in
 * again after the session ends. `name` must be unique per form and client.
 */
export function useDraft<Values extends FieldValues>(
  name: string,
  { reset, getValues, formState }: Pick<UseFormReturn<Values>, "reset" | "getValues" | "formState">,
): void {
  const isDirty = useRef(false);
  isDirty.current = formState.isDirty;
  useEffect(() => {
    const draft = drafts.get(name);
    if (draft !== undefined) {
      // The cast is safe, because a name always belongs to the same form.
      reset(draft as Values, { keepDefaultValues: true });
    }
    return () => {
      if (isDirty.current) {
        drafts.set(name, getValues());
      } else {
        drafts.delete(name);
      }
    };
  }, [name, reset, getValues]);
}

/** Saves the draft of a form that may be unmounted. */
export function saveDraft<Values extends FieldValues>(name: string, values: Values): void {
  drafts.set(name, values);
}

/** Returns text that could not be saved after the user left the page. */
export function getTextDraft(name: string): string | undefined {
  const draft = drafts.get(name);
  return typeof draft === "string" ? draft : undefined;
}

/** Keeps text that could not be saved after the user left the page. */
export function saveTextDraft(name: string, text: string): void {
  drafts.set(name, text);
}

export function deleteDraft(name: string): void {
  drafts.delete(name);
}

/** Called on logout, but not when a session expires. */
export function clearDrafts(): void {
  drafts.clear();
}
