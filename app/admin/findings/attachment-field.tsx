import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { attachableDocumentsQuery } from "#app/api/admin/findings.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { FilePicker } from "../documents/file-picker.tsx";
import { UploadList } from "../documents/upload-list.tsx";
import type { Upload, useUploads } from "../documents/use-uploads.ts";

type AttachmentFieldProps = {
  /** Null until a project is selected. */
  project: { id: string; clientId: string } | null;
  isDraft: boolean;
  uploads: ReturnType<typeof useUploads>;
  selectedIds: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
};

/** Uploads files to attach to a finding, and attaches existing documents of the client. */
export function AttachmentField({
  project,
  isDraft,
  uploads: { uploads, addFiles, remove, retry, uploadAll },
  selectedIds,
  onChange,
  error,
}: AttachmentFieldProps) {
  const [initialIds] = useState(selectedIds);
  const { data: documents = [] } = useQuery({
    ...attachableDocumentsQuery(project?.clientId ?? "", initialIds),
    enabled: project !== null,
  });
  const field = useRef<HTMLFieldSetElement>(null);
  const failed = uploads.filter(({ status }) => status === "failed");

  // Clients who can read findings can read reports.
  const upload = async (files: readonly Upload[]) => {
    if (project) {
      const { id: projectId, clientId } = project;
      await uploadAll({ clientId, projectId, category: "report", sharedWith: [], isInternal: true }, files);
    }
  };

  function handleRemove(id: number) {
    remove(id);
    field.current?.querySelector<HTMLElement>("[data-choose-files]")?.focus();
  }

  return (
    <fieldset ref={field} className="grid gap-3">
      <legend className="mb-1 font-medium text-14">Attachments</legend>
      <p className="text-13 text-muted">{attachmentHint({ isDraft, hasProject: project !== null })}</p>
      <div className="grid gap-2">
        {documents.map(({ id, name, version, is_internal: isInternal }) => (
          <Checkbox
            key={id}
            label={formatName(name, version, isInternal)}
            hint={
              isDraft && !isInternal && selectedIds.includes(id)
                ? "Clients can already see this document."
                : undefined
            }
            checked={selectedIds.includes(id)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...selectedIds, id] : selectedIds.filter((other) => other !== id),
              )
            }
          />
        ))}
      </div>
      {project && (
        <FilePicker label="Upload files" hint="" onChoose={(files) => void upload(addFiles(files))} />
      )}
      <UploadList
        uploads={uploads.filter(({ status }) => status !== "uploaded")}
        onRemove={handleRemove}
        onRetry={(id) => void upload(retry(id))}
      />
      <p role="alert" className="sr-only">
        {failed.map(({ file, error: reason }) => `${file.name}: ${reason}`).join(" ")}
      </p>
      {error && <p className="text-13 text-negative">{error}</p>}
    </fieldset>
  );
}

function attachmentHint({ isDraft, hasProject }: { isDraft: boolean; hasProject: boolean }): string {
  if (!hasProject) {
    return "Select a project to attach files.";
  }
  return isDraft
    ? "Files that you upload here are internal until the finding is published."
    : "The client sees attachments when you publish the correction.";
}

function formatName(name: string, version: number, isInternal: boolean): string {
  return [name, version > 1 && `(version ${version})`, isInternal && "(internal)"].filter(Boolean).join(" ");
}
