import { useState } from "react";
import type { ControllerRenderProps, FieldValues, Path } from "react-hook-form";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";

type MarkdownFieldProps<Form extends FieldValues> = {
  label: string;
  field: ControllerRenderProps<Form, Path<Form>>;
  error: string | undefined;
};

/** Text area for Markdown with a preview. */
export function MarkdownField<Form extends FieldValues>({ label, field, error }: MarkdownFieldProps<Form>) {
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
        <TextArea label={label} hint="Supports Markdown." rows={6} error={error} {...field} />
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
