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

/** Text that could not be saved, and the stored text that it replaces. */
export type TextDraft = { text: string; previous: string };
/** Text that could not be saved before the user left the page, by name. */
export const textDrafts = new Map<string, TextDraft>();

/** Called on logout, but not when a session expires. */
export function clearDrafts(): void {
  drafts.clear();
  textDrafts.clear();
}
