import { type RefObject, useEffect } from "react";

/** Selects the first occurrence of a text in the fields of a form, once. */
export function useFindText(form: RefObject<HTMLFormElement | null>, text: string | null): void {
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      "textarea, input:not([type]), input[type=text]",
    );
    const field = text && [...(fields ?? [])].find(({ value }) => value.includes(text));
    if (field) {
      const start = field.value.indexOf(text);
      field.focus({ preventScroll: true });
      field.setSelectionRange(start, start + text.length);
      field.scrollIntoView({ block: "center" });
    }
  }, [form, text]);
}
