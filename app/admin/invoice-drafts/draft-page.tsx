import { useQuery } from "@tanstack/react-query";
import { Link, type MetaFunction, useParams } from "react-router";
import { type InvoiceDraft, invoiceDraftQuery, invoicePreviewQuery } from "#app/api/admin/invoice-drafts.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { ReceiptText } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { isUuid } from "#domain/text/uuid.ts";
import { INVOICE_DRAFTS_PATH, PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { DraftBadge } from "./draft-badge.tsx";
import { DraftHeader } from "./draft-header.tsx";
import { DraftNotices } from "./draft-notices.tsx";
import { DraftPreview } from "./draft-preview.tsx";

export const meta: MetaFunction = () => pageMeta("Draft invoice");

/** An invoice that was created here: what the recipient gets, and what happens in Square. */
export default function DraftPage() {
  const { draftId = "" } = useParams();
  const draft = useQuery({ ...invoiceDraftQuery(draftId), enabled: isUuid(draftId) });
  return (
    <RecordPage
      id={draftId}
      query={draft}
      noun="invoice"
      title="Draft invoice"
      list={{ to: INVOICE_DRAFTS_PATH, label: "All draft invoices" }}
      notFound={{
        icon: <ReceiptText className="size-6" />,
        hint: "The draft may have been deleted",
        action: "View draft invoices",
      }}
    >
      {(loaded) => <DraftDetails draft={loaded} />}
    </RecordPage>
  );
}

const LINK_CLASSES = "inline-flex min-h-6 items-center rounded-small underline hover:text-accent";

function DraftDetails({ draft }: { draft: InvoiceDraft }) {
  const preview = useQuery(invoicePreviewQuery(draft));
  const writing = useQuery(squareWritingQuery());
  const isOpen = draft.status === "draft" || draft.status === "prepared";
  const details = [
    { label: "Status", value: <DraftBadge draft={draft} /> },
    {
      label: "Client",
      value: (
        <Link to={`/admin/clients/${draft.clientId}`} className={LINK_CLASSES}>
          {draft.company}
        </Link>
      ),
    },
    ...(draft.projectName ? [{ label: "Project", value: draft.projectName }] : []),
    ...(draft.proposalId
      ? [
          {
            label: "Proposal",
            value: (
              <Link to={`${PROPOSALS_PATH}/${draft.proposalId}`} className={LINK_CLASSES}>
                Open proposal
              </Link>
            ),
          },
        ]
      : []),
    ...(draft.invoiceId
      ? [
          {
            label: "Invoice",
            value: (
              <Link to={`/admin/invoices/${draft.invoiceId}`} className={LINK_CLASSES}>
                {draft.invoiceNumber ? `#${draft.invoiceNumber}` : "Open invoice"}
              </Link>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DraftHeader draft={draft} preview={preview.data} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <DraftNotices draft={draft} preview={preview.data} />
          <Loaded
            query={combineQueries(preview, writing)}
            errorMessage="We couldn't load the preview."
            loading={<Loading text="Loading preview..." rows={6} />}
          >
            {([loaded, { isEnabled }]) => (
              <DraftPreview
                preview={loaded}
                isOpen={isOpen}
                isInvoice={draft.status === "published" || draft.status === "canceled"}
                isWritingEnabled={isEnabled}
              />
            )}
          </Loaded>
        </div>
        <Card aria-labelledby="draft-details">
          <CardHeader title={<span id="draft-details">Details</span>} />
          <dl className="grid gap-2 text-14">
            {details.map(({ label, value }) => (
              <div key={label} className="flex items-baseline justify-between gap-4">
                <dt className="shrink-0 text-13 text-muted">{label}</dt>
                <dd className="min-w-0 wrap-anywhere text-right">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
    </>
  );
}
