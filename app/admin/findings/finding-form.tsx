import { type FormEvent, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { parseTags, SaveFinding } from "#domain/findings/finding-form.ts";
import { SEVERITIES, SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { useUploads } from "../documents/use-uploads.ts";
import { MarkdownField } from "../forms/markdown-field.tsx";
import { createDiscardConfirmation, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AttachmentField } from "./attachment-field.tsx";
import { MappingField } from "./mapping-field.tsx";

const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));
const SECTIONS = [
  ["description", "Description"],
  ["impact", "Impact"],
  ["evidence", "Evidence"],
  ["reproductionSteps", "Steps to reproduce"],
  ["recommendation", "Recommendation"],
] as const;

type FindingFormProps = {
  /** Null until a project is selected. */
  project: { id: string; clientId: string } | null;
  /** Called after an attempt to save without a project. */
  onProjectMissing?: () => void;
  initial: SaveFinding;
  /** Whether the finding is published, so that the client gets a note about the correction. */
  requiresNote?: boolean;
  submitLabel: string;
  isPending: boolean;
  error: Error | null;
  onSubmit: (finding: SaveFinding) => void;
};

/** Form for the content of a finding. */
export function FindingForm({
  project,
  onProjectMissing,
  initial,
  requiresNote = false,
  submitLabel,
  isPending,
  error,
  onSubmit,
}: FindingFormProps) {
  const { register, control, handleSubmit, formState, setError, getValues, setValue } = useForm({
    resolver: zodResolver(SaveFinding),
    defaultValues: initial,
    // Without a project, its field gets the focus.
    shouldFocusError: project !== null,
  });
  const { errors, isDirty } = formState;
  const [isSubmitted, setIsSubmitted] = useState(false);
  const uploads = useUploads({
    onUploaded: ({ id }) =>
      setValue("attachmentIds", [...getValues("attachmentIds"), id], { shouldDirty: true }),
  });
  const isUploading = uploads.uploads.some(({ status }) => status === "queued" || status === "uploading");
  useUnsavedGuard(() => (isDirty || isUploading) && !isPending && !(isSubmitted && !error), {
    confirmation: createDiscardConfirmation("the finding"),
  });

  async function validateAndSubmit(event: FormEvent) {
    await handleSubmit((finding) => project && submit(finding))(event);
    if (!project) {
      onProjectMissing?.();
    }
  }

  function submit(finding: SaveFinding) {
    if (requiresNote && finding.correctionNote === "") {
      setError("correctionNote", { message: "Describe what you corrected" }, { shouldFocus: true });
      return;
    }
    setIsSubmitted(true);
    onSubmit(finding);
  }

  return (
    <form noValidate onSubmit={(event) => void validateAndSubmit(event)} className="grid gap-6">
      <Card aria-label="Summary" className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Title"
          required
          autoComplete="off"
          className="sm:col-span-2"
          error={errors.title?.message}
          {...register("title")}
        />
        <Select
          label="Severity"
          hint="Set by you. The CVSS score doesn't change it."
          options={SEVERITY_OPTIONS}
          error={errors.severity?.message}
          {...register("severity")}
        />
        <TextField
          label="CVSS 4.0 vector"
          hint="Optional. Starts with CVSS:4.0/AV:"
          autoComplete="off"
          spellCheck={false}
          error={errors.cvssVector?.message}
          {...register("cvssVector")}
        />
        <TextField
          label="Affected asset"
          autoComplete="off"
          error={errors.affectedAsset?.message}
          {...register("affectedAsset")}
        />
        <Controller
          control={control}
          name="tags"
          render={({ field }) => (
            <TagsField
              tags={field.value}
              onChange={field.onChange}
              error={errors.tags?.message ?? errors.tags?.find?.((tag) => tag)?.message}
            />
          )}
        />
        <TextField label="Tester" autoComplete="off" error={errors.tester?.message} {...register("tester")} />
        <TextField
          label="Found on"
          type="date"
          required
          error={errors.foundOn?.message}
          {...register("foundOn")}
        />
      </Card>
      <Card aria-labelledby="finding-content">
        <CardHeader title={<span id="finding-content">Content</span>} subtitle="Supports Markdown" />
        <div className="grid gap-6">
          {SECTIONS.map(([name, label]) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field }) => (
                <MarkdownField label={label} field={field} error={errors[name]?.message} />
              )}
            />
          ))}
        </div>
      </Card>
      <Card aria-label="References" className="grid gap-6">
        <Controller
          control={control}
          name="mappings"
          render={({ field }) => (
            <MappingField mappings={field.value} onChange={field.onChange} error={errors.mappings?.message} />
          )}
        />
        <Controller
          control={control}
          name="attachmentIds"
          render={({ field }) => (
            <AttachmentField
              project={project}
              isDraft={!requiresNote}
              uploads={uploads}
              selectedIds={field.value}
              onChange={field.onChange}
              error={errors.attachmentIds?.message}
            />
          )}
        />
      </Card>
      {requiresNote && (
        <TextArea
          label="What did you correct?"
          hint="The client sees this note."
          required
          rows={3}
          error={errors.correctionNote?.message}
          {...register("correctionNote")}
        />
      )}
      <div
        data-fixed-footer="form"
        className="sticky bottom-0 z-10 -mx-1 grid grid-cols-1 gap-3 border-line border-t bg-page px-1 py-3"
      >
        {error && (
          <Banner tone="negative" urgent>
            {errorMessage(error, "We couldn't save the finding. Try again.")}
          </Banner>
        )}
        <div className="flex justify-end">
          <Button
            type="submit"
            tone="primary"
            busy={isPending || isUploading}
            busyLabel={isUploading ? "Uploading..." : "Saving..."}
          >
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}

type TagsFieldProps = {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  error: string | undefined;
};

function TagsField({ tags, onChange, error }: TagsFieldProps) {
  const [text, setText] = useState(tags.join(", "));
  return (
    <TextField
      label="Tags"
      hint="Separate tags with commas."
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(parseTags(event.target.value));
      }}
      error={error}
    />
  );
}
