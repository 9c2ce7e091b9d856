import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type InvoiceDraft,
  isDraftInProgress,
  refetchInvoiceDrafts,
  retryInvoiceDraft,
} from "#app/api/admin/invoice-drafts.ts";
import { squareLinksQuery } from "#app/api/admin/square-connection.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { deliveredText, type InvoicePreview } from "#domain/invoices/drafts/draft-preview.ts";
import { draftProblemText } from "#domain/invoices/drafts/draft-problem.ts";
import { isRequestEnded } from "#domain/invoices/drafts/invoice-draft.ts";
import { buildSquareUrl } from "#domain/square/square-link.ts";
import { INVOICE_DRAFTS_PATH, SQUARE_WRITING_PATH } from "../shell/admin-pages.ts";
import { CustomerDialog } from "./customer-dialog.tsx";

/** The progress in Square, a problem with its next step, and what the recipient's account changes. */
export function DraftNotices({
  draft,
  preview,
}: {
  draft: InvoiceDraft;
  preview: InvoicePreview | undefined;
}) {
  const writing = useQuery(squareWritingQuery());
  const isProcessing = isDraftInProgress(draft);
  const isOpen = draft.status === "draft" || draft.status === "prepared";
  return (
    <>
      <p role="status" className="sr-only">
        {isProcessing ? "Square is processing the invoice" : ""}
      </p>
      {isProcessing && (
        <Banner tone="info">Square is processing the invoice. This page updates automatically.</Banner>
      )}
      {draft.problem && <ProblemBanner draft={draft} />}
      {draft.status === "published" && !isProcessing && !draft.problem && preview && (
        <Banner tone="positive" details={deliveredText(preview)}>
          {draft.invoiceNumber ? `Published as #${draft.invoiceNumber}.` : "Published."}
        </Banner>
      )}
      {isOpen && !draft.problem && writing.data && writing.data.status !== "ready" && (
        <Banner
          tone="warning"
          details={
            writing.data.status === "off" &&
            draft.proposalId &&
            "After you've entered it in Square, link the invoice to its payment on the page of the proposal."
          }
          action={
            <ButtonLink
              to={writing.data.status === "off" ? SQUARE_WRITING_PATH : "/admin/square"}
              size="small"
            >
              {writing.data.status === "off" ? "Turn on in settings" : "Open Square settings"}
            </ButtonLink>
          }
        >
          {WRITING_NOTICES[writing.data.status]}
        </Banner>
      )}
      {preview?.notices.map((notice) => (
        <Banner key={notice} tone="warning">
          {notice}
        </Banner>
      ))}
    </>
  );
}

const WRITING_NOTICES = {
  off: "Creating invoices in Square is turned off. Turn it on, or enter this invoice in Square yourself.",
  "not-connected": "Square isn't connected. You can save drafts, but not publish them.",
  reconnect: "Square hasn't granted permission to create invoices. Reconnect it to publish this invoice.",
};

function ProblemBanner({ draft }: { draft: InvoiceDraft }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { data: links } = useQuery(squareLinksQuery());
  const [isChoosing, setIsChoosing] = useState(false);
  const retry = useMutation({
    mutationFn: () => retryInvoiceDraft(draft.id),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't retry. Reload the page."), { tone: "negative" }),
    onSettled: () => refetchInvoiceDrafts(queryClient),
  });
  if (!draft.problem) {
    return null;
  }
  const { title, nextStep, action } = draftProblemText(draft.problem);
  const squareUrl = draft.squareInvoiceId && buildSquareUrl(links?.invoice ?? null, draft.squareInvoiceId);
  const canEdit = draft.status === "draft" || draft.status === "prepared";
  return (
    <Banner
      tone="negative"
      urgent
      details={[nextStep, draft.problemDetail].filter(Boolean).join(" ")}
      action={
        <span className="flex flex-wrap gap-2">
          {action === "choose-customer" && (
            <Button size="small" onClick={() => setIsChoosing(true)}>
              Choose customer
            </Button>
          )}
          {action === "reconnect" && (
            <ButtonLink to="/admin/square" size="small">
              Open Square settings
            </ButtonLink>
          )}
          {action === "settings" && (
            <ButtonLink to={SQUARE_WRITING_PATH} size="small">
              Turn on in settings
            </ButtonLink>
          )}
          {action === "open-square" && squareUrl && (
            <ButtonLink to={squareUrl} size="small">
              View in Square
            </ButtonLink>
          )}
          {action === "review" && canEdit && (
            <ButtonLink to={`${INVOICE_DRAFTS_PATH}/${draft.id}/edit`} size="small">
              Edit invoice
            </ButtonLink>
          )}
          {/* Choosing a customer is the only way to continue if several match. */}
          {draft.problem !== "several_customers" && (
            <Button size="small" busy={retry.isPending} onClick={() => retry.mutate()}>
              {isRequestEnded({ ...draft, requested_status: draft.requestedStatus })
                ? "Dismiss"
                : "Try again"}
            </Button>
          )}
        </span>
      }
    >
      {title}
      {isChoosing && <CustomerDialog draft={draft} onClose={() => setIsChoosing(false)} />}
    </Banner>
  );
}
