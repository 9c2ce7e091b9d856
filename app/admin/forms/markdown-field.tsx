import { type ComponentProps, useState } from "react";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";

type MarkdownFieldProps = {
  label: string;
  /** Says that the field supports Markdown, unless a text above several fields does. */
  hint?: string;
  /** The field of a form, or `value` and `onChange`. */
  field: Pick<ComponentProps<"textarea">, "name" | "onChange" | "onBlur" | "ref"> & { value: unknown };
  error: string | undefined;
  rows?: number;
};

/** Text area for Markdown with a tab for the preview. */
export function MarkdownField({ label, hint, field, error, rows = 6 }: MarkdownFieldProps) {
  const [mode, setMode] = useState<"write" | "preview">("write");
  const text = String(field.value);
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className="rounded-small border border-edge bg-page transition-colors hover:border-muted has-[[aria-invalid]]:border-negative">
          <Tabs
            label={`${label}: write or preview`}
            isCompact
            value={mode}
            onChange={setMode}
            tabs={[
              {
                value: "write",
                label: "Write",
                panel: (
                  <textarea
                    {...field}
                    {...control}
                    value={text}
                    rows={rows}
                    className="block w-full rounded-b-small bg-transparent px-3 py-2 text-16 text-text sm:text-14"
                  />
                ),
              },
              {
                value: "preview",
                label: "Preview",
                panel: (
                  <div
                    className="px-3 py-2 text-16 sm:text-14"
                    // As high as the text area, so that the fields below do not move.
                    style={{ minHeight: `calc(${rows}lh + 1rem)` }}
                  >
                    {text.trim() ? (
                      <Markdown text={text} />
                    ) : (
                      <p className="text-14 text-muted">Nothing to preview.</p>
                    )}
                  </div>
                ),
              },
            ]}
          />
        </div>
      )}
    </Field>
  );
}
