import { type ComponentProps, useState } from "react";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";

type MarkdownFieldProps = {
  label: string;
  /** For example, "Supports Markdown." Omit it if the card states it. */
  hint?: string;
  /** The field of a form, or `value` and `onChange`. */
  field: Pick<ComponentProps<"textarea">, "name" | "onChange" | "onBlur" | "ref"> & { value: unknown };
  error: string | undefined;
  rows?: number;
};

const MODES = [
  { value: "write", label: "Write" },
  { value: "preview", label: "Preview" },
] as const;

/** Text area for Markdown with a tab for the preview. */
export function MarkdownField({ label, hint, field, error, rows = 6 }: MarkdownFieldProps) {
  const [mode, setMode] = useState<(typeof MODES)[number]["value"]>("write");
  const text = String(field.value);
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className="relative rounded-small border border-edge bg-page transition-colors hover:border-muted has-[[aria-invalid]]:border-negative">
          <Tabs
            label={`${label}: write or preview`}
            isCompact
            sharesPanel
            value={mode}
            onChange={setMode}
            tabs={MODES.map((each) => ({
              ...each,
              panel: (
                <>
                  <textarea
                    {...field}
                    {...control}
                    value={text}
                    rows={rows}
                    // During the preview, it can get the focus from its label and after an error, but not with Tab.
                    tabIndex={mode === "write" ? undefined : -1}
                    onFocus={() => setMode("write")}
                    className={
                      mode === "write"
                        ? "block w-full rounded-b-small bg-transparent px-3 py-2 text-16 text-text sm:text-14"
                        : "sr-only"
                    }
                  />
                  {mode === "preview" && (
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
                  )}
                </>
              ),
            }))}
          />
        </div>
      )}
    </Field>
  );
}
