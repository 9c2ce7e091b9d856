import { type ComponentProps, useState } from "react";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";

type MarkdownFieldProps = {
  label: string;
  /** The field of a form, or `value` and `onChange`. */
  field: Pick<ComponentProps<"textarea">, "name" | "onChange" | "onBlur" | "ref"> & { value: unknown };
  error: string | undefined;
  rows?: number;
};

/** Text area for Markdown with a preview. */
export function MarkdownField({ label, field, error, rows = 6 }: MarkdownFieldProps) {
  const [isPreview, setIsPreview] = useState(false);
  const text = String(field.value);
  return (
    <div>
      {isPreview ? (
        <section aria-label={`Preview of ${label}`}>
          <p className="mb-2 font-medium text-14">{label}</p>
          <div className="rounded-medium border border-line p-3">
            {text.trim() ? (
              <Markdown text={text} />
            ) : (
              <p className="text-14 text-muted">Nothing to preview.</p>
            )}
          </div>
        </section>
      ) : (
        <TextArea label={label} hint="Supports Markdown." rows={rows} error={error} {...field} value={text} />
      )}
      <Button
        size="small"
        tone="quiet"
        className="mt-2"
        aria-label={isPreview ? `Edit ${label}` : `Preview ${label}`}
        onClick={() => setIsPreview(!isPreview)}
      >
        {isPreview ? "Edit" : "Preview"}
      </Button>
    </div>
  );
}
