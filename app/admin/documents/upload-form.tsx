import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { clientProjectsQuery } from "#app/api/admin/client.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { CLIENT_ROLES, type ClientRole } from "#domain/clients/members/role.ts";
import {
  DOCUMENT_CATEGORY_OPTIONS,
  type DocumentCategory,
  findDocumentCategory,
} from "#domain/documents/document.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { FilePicker } from "./file-picker.tsx";
import { UploadList } from "./upload-list.tsx";
import { type UploadOutcome, useUploads } from "./use-uploads.ts";

type Message = { tone: "positive" | "negative"; text: string; details?: string };

const LEAVE_CONFIRMATION = {
  text: "Leave this page and cancel the uploads?",
  confirmLabel: "Cancel uploads",
};
const INPUT_MISSING: Message = { tone: "negative", text: "Please select a client and file" };

const SHARED_ROLES = ["billing", "technical", "auditor"] as const satisfies ClientRole[];

/** Form that uploads files for a client. */
export function UploadForm() {
  const { uploads, addFiles, remove, retry, uploadAll } = useUploads();
  const [clientId, setClientId] = useState("");
  const [category, setCategory] = useState<DocumentCategory>("report");
  const [projectId, setProjectId] = useState("");
  const [sharedWith, setSharedWith] = useState<readonly ClientRole[]>([]);
  const projects = useQuery({ ...clientProjectsQuery(clientId), enabled: clientId !== "" });
  const [message, setMessage] = useState<Message | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedGuard(() => uploads.some(({ status }) => status === "queued" || status === "uploading"), {
    confirmation: LEAVE_CONFIRMATION,
  });
  const hasFile = uploads.some(({ status }) => status === "selected");
  const isInputMissing = message === INPUT_MISSING;

  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();

  /** Removes a file. Its button disappears, so the focus moves to the file picker. */
  function handleRemove(id: number) {
    remove(id);
    focus("[data-choose-files]");
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!clientId || !hasFile) {
      setMessage(INPUT_MISSING);
      focus(clientId ? "[data-choose-files]" : "select");
      return;
    }
    setMessage(null);
    setMessage(
      formatOutcome(
        await uploadAll({
          ...{ clientId, category, projectId: projectId || null, sharedWith },
          isInternal: false,
        }),
      ),
    );
  }

  return (
    <Card>
      <CardHeader title="Upload documents" subtitle="Clients see files as soon as they're uploaded" />
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <ClientSelect
            control={{
              value: clientId,
              onChange: (event) => {
                setClientId(event.currentTarget.value);
                setProjectId("");
              },
            }}
          />
          <Select
            label="Category"
            options={DOCUMENT_CATEGORY_OPTIONS}
            value={category}
            onChange={(event) => setCategory(findDocumentCategory(event.currentTarget.value) ?? "report")}
          />
          <Select
            label="Project"
            placeholder="No project"
            options={(projects.data ?? []).map(({ id, project_name }) => ({
              value: id,
              label: project_name,
            }))}
            value={projectId}
            hint={
              category === "deliverable" && projectId === ""
                ? "Without a project, only owners can read deliverables."
                : undefined
            }
            onChange={(event) => setProjectId(event.currentTarget.value)}
          />
        </div>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium text-14">Also share with</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {SHARED_ROLES.map((role) => (
              <Checkbox
                key={role}
                label={CLIENT_ROLES[role].label}
                checked={sharedWith.includes(role)}
                onChange={(event) =>
                  setSharedWith(
                    event.currentTarget.checked
                      ? [...sharedWith, role]
                      : sharedWith.filter((other) => other !== role),
                  )
                }
              />
            ))}
          </div>
          <p className="text-13 text-muted">
            Owners can read every document. Other roles can read the categories their role includes.
          </p>
        </fieldset>
        <FilePicker
          required
          isInvalid={isInputMissing && !hasFile}
          onChoose={(files) => {
            setMessage(null);
            addFiles(files);
          }}
        />
        <UploadList uploads={uploads} onRemove={handleRemove} onRetry={retry} />
        {message && (
          <Banner tone={message.tone} details={message.details}>
            {message.text}
          </Banner>
        )}
        <div>
          <Button type="submit" tone="primary">
            Upload
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Returns null if every upload was canceled. */
function formatOutcome({ uploaded, failed }: UploadOutcome): Message | null {
  const [first] = failed;
  const total = uploaded.length + failed.length;
  if (first) {
    return {
      tone: "negative",
      text: first.error ?? "Upload failed",
      details: total > 1 ? `${uploaded.length} of ${total} files uploaded` : first.file.name,
    };
  }
  if (total === 0) {
    return null;
  }
  return {
    tone: "positive",
    text: "Document uploaded successfully!",
    details: uploaded.map(({ file }) => file.name).join(", "),
  };
}
