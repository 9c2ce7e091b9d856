import { useRef } from "react";
import { useNavigate } from "react-router";
import type { Inquiry } from "#app/api/admin-inquiries.ts";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { relativeTime } from "#domain/relative-time.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { ClockBadge } from "./clock-badge.tsx";
import { NotesForm } from "./notes-form.tsx";
import { ReplyForm } from "./reply-form.tsx";

type InquiryDialogProps = {
  inquiry: Inquiry;
  onClose: () => void;
  /** Leads on to the form that makes a client of it. */
  onMakeClient: () => void;
};

/** An inquiry as it was sent, what the firm notes of it, and the reply. */
export function InquiryDialog({ inquiry, onClose, onMakeClient }: InquiryDialogProps) {
  const confirm = useConfirmation();
  const navigate = useNavigate();
  // No state: an Escape right after a key stroke would still ask the render before it.
  const unsaved = useRef({ notes: false, reply: false });
  useUnsavedGuard(() => unsaved.current.notes || unsaved.current.reply, "what you wrote");
  async function leave(then: () => void) {
    const question = { text: "Leave without saving what you wrote?", act: "Discard changes" };
    if ((!unsaved.current.notes && !unsaved.current.reply) || (await confirm(question))) then();
  }
  function openClient() {
    // Closed first: a dialog that is torn away while open leaves the page beneath it hidden.
    onClose();
    void navigate(`/admin/clients/${inquiry.client_id}`);
  }
  function toErase() {
    onClose();
    void navigate(`/admin/settings?${new URLSearchParams({ section: "privacy", email: inquiry.email })}`);
  }
  return (
    <Dialog
      open
      onClose={() => leave(onClose)}
      size="wide"
      title={`Inquiry ${inquiry.reference}`}
      description={`${inquiry.name}, ${inquiry.company}`}
      footer={
        <>
          <Button tone="quiet" onClick={() => leave(toErase)}>
            Erase Inquirer
          </Button>
          {inquiry.client_id ? (
            <Button onClick={() => leave(openClient)}>Open Client</Button>
          ) : (
            <Button onClick={() => leave(onMakeClient)}>Turn Into Client</Button>
          )}
          <Button onClick={() => leave(onClose)}>Close</Button>
        </>
      }
    >
      <Facts inquiry={inquiry} />
      <p className="my-4 whitespace-pre-wrap break-words rounded-small border border-line bg-page p-4 text-14">
        {inquiry.message}
      </p>
      <div className="grid gap-8">
        <ReplyForm
          inquiry={inquiry}
          onDirty={(isDirty) => {
            unsaved.current.reply = isDirty;
          }}
          onDone={onClose}
        />
        <NotesForm
          inquiry={inquiry}
          onDirty={(isDirty) => {
            unsaved.current.notes = isDirty;
          }}
          onDone={onClose}
        />
      </div>
    </Dialog>
  );
}

function Facts({ inquiry }: { inquiry: Inquiry }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const facts = [
    {
      label: "Email",
      value: (
        <a href={`mailto:${inquiry.email}`} className="hover:text-accent hover:underline">
          {inquiry.email}
        </a>
      ),
    },
    { label: "Service", value: inquiry.service_interest },
    { label: "Received", value: relativeTime(inquiry.created_at, new Date(), timeZone) },
    { label: "Answer", value: <ClockBadge inquiry={inquiry} /> },
  ];
  return (
    <dl className="grid gap-2 text-14">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className="shrink-0 text-13 text-muted">{label}</dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
