import { useRef } from "react";
import { useNavigate } from "react-router";
import type { Inquiry } from "#app/api/admin/inquiries.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { NotesForm } from "./notes-form.tsx";
import { ReplyDeadlineBadge } from "./reply-deadline-badge.tsx";
import { ReplyForm } from "./reply-form.tsx";

type InquiryDialogProps = {
  inquiry: Inquiry;
  onClose: () => void;
  /** Opens the form that converts the inquiry to a client. */
  onConvert: () => void;
};

const DISCARD_REPLY = { text: "Discard your reply?", confirmLabel: "Discard reply" };
const DISCARD_CHANGES = { text: "Discard your changes?", confirmLabel: "Discard changes" };

/** Dialog with an inquiry, its reply form, status and internal notes. */
export function InquiryDialog({ inquiry, onClose, onConvert }: InquiryDialogProps) {
  const navigate = useNavigate();
  // Use a ref instead of state, because pressing Escape right after a keystroke must see the latest value.
  const unsaved = useRef({ notes: false, reply: false });
  const confirmDiscard = useUnsavedGuard(() => unsaved.current.notes || unsaved.current.reply, {
    confirmation: createDiscardConfirmation("your changes"),
    // The query string contains the open inquiry.
    guardsQuery: true,
  });
  function proceedWithoutGuard(proceed: () => void) {
    unsaved.current = { notes: false, reply: false };
    proceed();
  }
  const confirmThen = (proceed: () => void) =>
    confirmDiscard(
      () => proceedWithoutGuard(proceed),
      unsaved.current.reply ? DISCARD_REPLY : DISCARD_CHANGES,
    );
  function openClient() {
    // Close the dialog first. If it is unmounted while open, the page remains hidden from assistive
    // technology.
    onClose();
    void navigate(`/admin/clients/${inquiry.client_id}`);
  }
  function openDataDeletion() {
    onClose();
    void navigate(`/admin/settings?${new URLSearchParams({ section: "privacy", email: inquiry.email })}`);
  }
  return (
    <Dialog
      open
      onClose={() => confirmThen(onClose)}
      size="wide"
      title={`Inquiry ${inquiry.reference}`}
      description={`${inquiry.name} · ${inquiry.company}`}
      footer={
        <>
          <Button tone="quiet" onClick={() => confirmThen(openDataDeletion)}>
            Delete inquirer's data
          </Button>
          {inquiry.client_id ? (
            <Button onClick={() => confirmThen(openClient)}>Open client</Button>
          ) : (
            <Button onClick={() => confirmThen(onConvert)}>Convert to client</Button>
          )}
          <Button onClick={() => confirmThen(onClose)}>Close</Button>
        </>
      }
    >
      <InquiryDetails inquiry={inquiry} />
      <p className="my-4 whitespace-pre-wrap wrap-break-word rounded-small border border-line bg-page p-4 text-14">
        {inquiry.message}
      </p>
      <div className="grid gap-8">
        <ReplyForm
          inquiry={inquiry}
          onDirty={(isDirty) => {
            unsaved.current.reply = isDirty;
          }}
          onDone={() => proceedWithoutGuard(onClose)}
        />
        <NotesForm
          inquiry={inquiry}
          onDirty={(isDirty) => {
            unsaved.current.notes = isDirty;
          }}
          onDone={() => proceedWithoutGuard(onClose)}
        />
      </div>
    </Dialog>
  );
}

function InquiryDetails({ inquiry }: { inquiry: Inquiry }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const details = [
    {
      label: "Email",
      value: (
        <a href={`mailto:${inquiry.email}`} className="hover:text-accent hover:underline">
          {inquiry.email}
        </a>
      ),
    },
    { label: "Service", value: inquiry.service_interest },
    { label: "Received", value: formatRelativeTime(inquiry.created_at, new Date(), timeZone) },
    { label: "Reply due", value: <ReplyDeadlineBadge inquiry={inquiry} /> },
  ];
  return (
    <dl className="grid gap-2 text-14">
      {details.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className="shrink-0 text-13 text-muted">{label}</dt>
          <dd className="min-w-0 wrap-break-word text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
