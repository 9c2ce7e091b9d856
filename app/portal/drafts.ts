import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

// In memory alone: what somebody began to write is nobody's business after the page is closed.
const drafts = new Map<string, unknown>();

/**
 * Keeps what was typed into a form while the form is not drawn: another section was opened, or the session ended and
 * the person signs in again. `name` must tell whose form it is.
 */
export function useDraft<Values extends FieldValues>(
  name: string,
  { reset, getValues, formState }: Pick<UseFormReturn<Values>, "reset" | "getValues" | "formState">,
): void {
  const isDirty = useRef(false);
  isDirty.current = formState.isDirty;
  useEffect(() => {
    const kept = drafts.get(name);
    // The same form kept it, under the same name.
    if (kept !== undefined) reset(kept as Values, { keepDefaultValues: true });
    return () => {
      if (isDirty.current) drafts.set(name, getValues());
      else drafts.delete(name);
    };
  }, [name, reset, getValues]);
}

/** Keeps what was typed into a form that may no longer be drawn. */
export function keepDraft<Values extends FieldValues>(name: string, values: Values): void {
  drafts.set(name, values);
}

/** Logout forgets what was typed; a session that ended by itself does not. */
export function forgetDrafts(): void {
  drafts.clear();
}
