import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

// Store drafts of forms only in memory, so that they do not outlive the page.
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

/** Returns the draft of a form without `useDraft`. */
export function readDraft<Values extends FieldValues>(name: string): Values | undefined {
  // The cast is safe, because a name always belongs to the same form.
  return drafts.get(name) as Values | undefined;
}

/** Saves the draft of a form that may be unmounted. */
export function saveDraft<Values extends FieldValues>(name: string, values: Values): void {
  drafts.set(name, values);
}

/** Text that could not be saved, and the stored text that it replaces. */
export type TextDraft = { text: string; previous: string };

const TEXT_DRAFT_PREFIX = "text-draft:";

/** Returns text that could not be saved. It is kept in the browser until it is saved, discarded, or the user signs out. */
export function readTextDraft(name: string): TextDraft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${TEXT_DRAFT_PREFIX}${name}`) ?? "null");
    return isTextDraft(stored) ? stored : undefined;
  } catch {
    // The browser blocks storage, or the entry was edited.
    return undefined;
  }
}

export function storeTextDraft(name: string, draft: TextDraft): void {
  try {
    localStorage.setItem(`${TEXT_DRAFT_PREFIX}${name}`, JSON.stringify(draft));
  } catch {
    // The browser blocks storage, or it is full. The text stays on the page.
  }
}

export function deleteTextDraft(name: string): void {
  localStorage.removeItem(`${TEXT_DRAFT_PREFIX}${name}`);
}

function isTextDraft(value: unknown): value is TextDraft {
  return (
    typeof value === "object" &&
    value !== null &&
    "text" in value &&
    typeof value.text === "string" &&
    "previous" in value &&
    typeof value.previous === "string"
  );
}

/** Called on logout, but not when a session expires. */
export function clearDrafts(): void {
  drafts.clear();
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  for (const key of keys.filter((each) => each.startsWith(TEXT_DRAFT_PREFIX))) {
    localStorage.removeItem(key);
  }
}
