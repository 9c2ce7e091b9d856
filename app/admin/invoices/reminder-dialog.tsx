import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type InvoiceReminder,
  type ReminderSource,
  reminderPreviewQuery,
  sendReminders,
} from "#app/api/admin/invoice-reminders.ts";
import { INVOICE_LIST_KEY } from "#app/api/admin/invoices.ts";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { formatSquareFreshness } from "#app/components/updated-at.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import {
  plannedRemindersLabel,
  reminderEmailsLabel,
  remindersSentLabel,
  skipReasonLabel,
} from "#domain/invoices/reminders/invoice-reminder.ts";
import { formatDollars } from "#domain/money/money.ts";
import { formatPerson } from "#domain/text/format-person.ts";

const TOAST_MS = 6000;

type ReminderDialogProps = { source: ReminderSource; onClose: () => void };

/** Shows whom reminders for overdue invoices are sent to, and sends them. A sent email can't be undone. */
export function ReminderDialog({ source, onClose }: ReminderDialogProps) {
  const preview = useQuery(reminderPreviewQuery(source));
  const lastSync = useQuery(lastSyncQuery("admin"));
  const { send, isSending, error } = useSendReminders(onClose);
  const reminders = preview.data ?? [];
  const sendable = reminders.filter(({ skipReason }) => skipReason === null);
  const skipped = reminders.filter(({ skipReason }) => skipReason !== null);
  const label = sendable.length > 1 ? "Send reminders" : "Send reminder";
  return (
    <Dialog
      open
      onClose={onClose}
      isText
      title={reminders.length === 1 || "invoiceId" in source ? "Send reminder" : "Send reminders"}
      description={
        <>
          {skipped.length > 0 && reminders.length > 1 && (
            <span className="mb-1 block text-text">{plannedRemindersLabel(reminders)}</span>
          )}
          {[reminderEmailsLabel(reminders), "You can't undo this."].filter(Boolean).join(" ")}
        </>
      }
      footer={
        <>
          {lastSync.data && (
            <p className="w-full text-13 text-muted">{formatSquareFreshness(lastSync.data, new Date())}</p>
          )}
          <Button onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
          <Button
            tone="primary"
            busy={isSending}
            busyLabel="Sending..."
            disabled={sendable.length === 0}
            onClick={() => send(sendable)}
          >
            {label}
          </Button>
        </>
      }
    >
      <Loaded
        query={preview}
        errorMessage="We couldn't load the recipients."
        loading={<Skeleton className="h-24" />}
      >
        {() => (
          <div className="grid gap-5">
            {/* First, because the other list can be long. */}
            {skipped.length > 0 && <ReminderList title="Skipped" reminders={skipped} />}
            {sendable.length > 0 && <ReminderList title="Will be sent" reminders={sendable} />}
            {reminders.length === 0 && <p className="text-14 text-muted">No invoices match the filter.</p>}
            {error && (
              <Banner tone="negative" urgent>
                {errorMessage(error, "We couldn't send the reminders. Try again.")}
              </Banner>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function ReminderList({ title, reminders }: { title: string; reminders: readonly InvoiceReminder[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-medium text-14">{title}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {reminders.map((reminder) => (
          <li key={reminder.invoiceId} className="py-2 text-14">
            <p className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 wrap-break-word">
                {[invoiceLabel({ invoice_number: reminder.number }), reminder.company]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              {reminder.amountCents > 0 && (
                <span className="tabular shrink-0 font-medium">{formatDollars(reminder.amountCents)}</span>
              )}
            </p>
            <p className="wrap-break-word text-13 text-muted">
              {reminder.skipReason
                ? skipReasonLabel(reminder.skipReason)
                : `Was due ${formatDate(reminder.due)} · to ${reminder.recipients.map(({ name, email }) => formatPerson(name, email)).join(", ")}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSendReminders(onSent: () => void) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { mutate, isPending, error } = useMutation({
    mutationFn: sendReminders,
    onSuccess: (reminders) => {
      showToast(remindersSentLabel(reminders), {
        duration: TOAST_MS,
        tone: reminders.some(({ skipReason }) => skipReason === null) ? "positive" : "warning",
      });
      onSent();
    },
    onSettled: () =>
      void Promise.all(
        ["invoice-detail", "invoice-reminders", INVOICE_LIST_KEY].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
  return { send: mutate, isSending: isPending, error };
}
