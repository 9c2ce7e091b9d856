import { type FormEvent, useRef, useState } from "react";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { Select } from "#app/ui/select.tsx";
import { DOCUMENT_CATEGORIES } from "#domain/document.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { FilePicker } from "./file-picker.tsx";
import { UploadList } from "./upload-list.tsx";
import { useLeaveUploads } from "./use-leave-uploads.ts";
import { type Outcome, useUploads } from "./use-uploads.ts";

/** What is told beneath the form: the specification's words (section 8), and the files they are about. */
type Message = { tone: "positive" | "negative"; text: string; details?: string };

const NOTHING_CHOSEN: Message = { tone: "negative", text: "Please select a client and file" };
const categoryOptions = Object.entries(DOCUMENT_CATEGORIES).map(([value, label]) => ({ value, label }));

/** Files for a client. */
export function UploadForm() {
  const { uploads, choose, remove, retry, send } = useUploads();
  const [clientId, setClientId] = useState("");
  const [category, setCategory] = useState("report");
  const [message, setMessage] = useState<Message | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useLeaveUploads(uploads.some(({ state }) => state === "waiting" || state === "sending"));
  const hasFile = uploads.some(({ state }) => state === "chosen");
  const isRefused = message === NOTHING_CHOSEN;

  const focus = (what: string) => form.current?.querySelector<HTMLElement>(what)?.focus();

  /** The button pressed goes with its file; the keyboard stays in the form. */
  function takeOut(id: number) {
    remove(id);
    focus("[data-choose-files]");
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!clientId || !hasFile) {
      setMessage(NOTHING_CHOSEN);
      focus(clientId ? "[data-choose-files]" : "select");
      return;
    }
    setMessage(null);
    setMessage(messageOf(await send({ clientId, category })));
  }

  return (
    <Card>
      <CardHead title="Upload Documents" context="The client sees them as soon as they are stored." />
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <ClientSelect
            control={{ value: clientId, onChange: (event) => setClientId(event.currentTarget.value) }}
          />
          <Select
            label="Category"
            options={categoryOptions}
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value)}
          />
        </div>
        <FilePicker
          isInvalid={isRefused && !hasFile}
          onChoose={(files) => {
            setMessage(null);
            choose(files);
          }}
        />
        <UploadList uploads={uploads} onRemove={takeOut} onRetry={retry} />
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

/** Null when every file was cancelled. */
function messageOf({ stored, failed }: Outcome): Message | null {
  const [first] = failed;
  const total = stored.length + failed.length;
  if (first)
    return {
      tone: "negative",
      text: first.problem ?? "Upload failed",
      details: total > 1 ? `${stored.length} of ${total} files were stored` : first.file.name,
    };
  if (total === 0) return null;
  return {
    tone: "positive",
    text: "Document uploaded successfully!",
    details: stored.map(({ file }) => file.name).join(", "),
  };
}
