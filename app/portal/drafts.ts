import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

// In memory only, so that drafts do not outlive the page.
const drafts = new Map<string, unknown>();

/**
 * Preserves unsaved input while the form is unmounted: when another section opens, or when the session ends and the
 * user signs in again. `name` must be unique per form and client.
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
      // Safe, because a name always belongs to the same form.
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

/** Saves a draft for a form that may no longer be mounted. */
export function saveDraft<Values extends FieldValues>(name: string, values: Values): void {
  drafts.set(name, values);
}

/** Called on logout, but not when a session expires. */
export function clearDrafts(): void {
  drafts.clear();
}
