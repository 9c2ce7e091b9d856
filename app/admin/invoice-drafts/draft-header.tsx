import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import {
  cancelInvoiceDraft,
  deleteInvoiceDraft,
  type InvoiceDraft,
  isDraftInProgress,
  prepareInvoiceDraft,
  publishInvoiceDraft,
  refetchInvoiceDrafts,
} from "#app/api/admin/invoice-drafts.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CircleX, Pencil, RefreshCw, Send, Trash2 } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import type { MenuEntry } from "#app/ui/overlays/menu.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type InvoicePreview, publishQuestion } from "#domain/invoices/drafts/draft-preview.ts";
import { formatDollars } from "#domain/money/money.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { INVOICE_DRAFTS_PATH } from "../shell/admin-pages.ts";

const icon = (Icon: typeof Pencil) => <Icon aria-hidden="true" className="size-4" />;

type DraftHeaderProps = { draft: InvoiceDraft; preview: InvoicePreview | undefined };

/** The title of an invoice that was created here, and the actions that edit, publish, cancel or delete it. */
export function DraftHeader({ draft, preview }: DraftHeaderProps) {
  const { id, status } = draft;
  const { data: writing } = useQuery(squareWritingQuery());
  const confirm = useConfirmation();
  const navigate = useNavigate();
  const { run, isRunning } = useDraftAction();
  const isBusy = isRunning || isDraftInProgress(draft);
  const isReady = writing?.status === "ready";
  const isOpen = status === "draft" || status === "prepared";

  async function publish() {
    if (
      preview &&
      (await confirm({ text: publishQuestion(preview), confirmLabel: "Publish invoice", tone: "primary" }))
    ) {
      run(() => publishInvoiceDraft(id, preview.confirmation));
    }
  }
  async function cancel() {
    const question = `Cancel the invoice for ${formatDollars(draft.totalCents)} to ${draft.recipientName || draft.company}? The client can no longer pay it.`;
    if (await confirm({ text: question, confirmLabel: "Cancel invoice", tone: "danger" })) {
      run(() => cancelInvoiceDraft(id, draft.squareVersion ?? 0));
    }
  }
  async function remove() {
    const text = `Delete the draft “${draft.title}”?`;
    if (await confirm({ text, confirmLabel: "Delete draft", tone: "danger" })) {
      run(async () => {
        await deleteInvoiceDraft(id);
        if (status === "draft") {
          await navigate(INVOICE_DRAFTS_PATH);
        }
      });
    }
  }

  const entries: MenuEntry[] = [
    ...(isOpen && isReady
      ? [
          {
            label: status === "draft" ? "Prepare in Square" : "Check again in Square",
            icon: icon(RefreshCw),
            onSelect: () => run(() => prepareInvoiceDraft(id)),
          },
        ]
      : []),
    ...(isOpen ? [{ label: "Delete draft", icon: icon(Trash2), onSelect: () => void remove() }] : []),
    ...(status === "published" && draft.squareVersion !== null
      ? [{ label: "Cancel invoice", icon: icon(CircleX), onSelect: () => void cancel() }]
      : []),
  ];
  return (
    <PageHeader
      title={draft.title}
      subtitle={draft.company}
      action={
        <>
          {isOpen && !isBusy && (
            <ButtonLink to={`${INVOICE_DRAFTS_PATH}/${id}/edit`} icon={icon(Pencil)}>
              Edit invoice
            </ButtonLink>
          )}
          {isOpen && writing && writing.status !== "off" && (
            <Button
              tone="primary"
              icon={icon(Send)}
              disabled={!isReady || !preview}
              busy={isBusy}
              busyLabel="Processing..."
              onClick={publish}
            >
              Publish invoice
            </Button>
          )}
          {draft.invoiceId && !isOpen && (
            <ButtonLink to={`/admin/invoices/${draft.invoiceId}`} tone="primary">
              View invoice
            </ButtonLink>
          )}
        </>
      }
      menu={entries.length > 0 && !isBusy && <MoreMenu entries={entries} />}
    />
  );
}

/** Runs a request, and loads the drafts again. */
function useDraftAction() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't change the invoice. Try again."), { tone: "negative" }),
    onSettled: () => refetchInvoiceDrafts(queryClient),
  });
  return { run: mutate, isRunning: isPending };
}
