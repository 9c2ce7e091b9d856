import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useNavigate, useParams } from "react-router";
import {
  type InvoiceDraft,
  invoiceDraftQuery,
  refetchInvoiceDrafts,
  saveInvoiceDraft,
} from "#app/api/admin/invoice-drafts.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { combineQueries } from "#app/components/loaded.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { ReceiptText } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { INVOICE_DRAFTS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { DraftForm } from "./draft-form.tsx";
import type { FormContent } from "./draft-form-content.ts";

export const meta: MetaFunction = () => pageMeta("Edit invoice");

/** Changes an invoice that is not published yet. */
export default function EditDraftPage() {
  const { draftId = "" } = useParams();
  const draft = useQuery({
    ...invoiceDraftQuery(draftId),
    enabled: isUuid(draftId),
    // A refetch must not replace what the administrator is typing.
    refetchInterval: false,
  });
  const query = combineQueries(draft, useQuery(squareWritingQuery()));
  return (
    <RecordPage
      id={draftId}
      query={query}
      noun="invoice"
      title="Edit invoice"
      list={{ to: `${INVOICE_DRAFTS_PATH}/${draftId}`, label: "Back to the invoice" }}
      notFound={{
        icon: <ReceiptText className="size-6" />,
        hint: "The draft may have been deleted",
        action: "View draft invoices",
      }}
    >
      {([loaded, { timeZone }]) => (
        <EditDraft key={loaded.id} draft={loaded} today={dateInTimeZone(new Date(), timeZone)} />
      )}
    </RecordPage>
  );
}

function EditDraft({ draft, today }: { draft: InvoiceDraft; today: CalendarDate }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const [{ id, revision, initial }] = useState(() => ({
    ...{ id: draft.id, revision: draft.revision },
    initial: toFormContent(draft),
  }));
  const save = useMutation({
    mutationFn: ({ lines, ...content }: FormContent) =>
      saveInvoiceDraft(id, revision, { ...content, lines: lines.map(({ id: _, ...line }) => line) }),
    onSuccess: async () => {
      await refetchInvoiceDrafts(queryClient);
      await navigate(`${INVOICE_DRAFTS_PATH}/${id}`);
      showToast("Draft saved");
    },
    // If the invoice was published or changed in Square, its page shows that.
    onError: () => refetchInvoiceDrafts(queryClient),
  });
  return (
    <>
      <PageHeader
        title="Edit invoice"
        subtitle={
          draft.status === "prepared"
            ? "Square can't edit drafts, so this one is deleted there and created again"
            : draft.company
        }
      />
      <DraftForm
        initial={initial}
        today={today}
        submitLabel="Save draft"
        isPending={save.isPending}
        error={save.error}
        onSave={(content) => save.mutate(content)}
      />
    </>
  );
}

function toFormContent({
  title,
  message,
  lines,
  discountCents,
  payments,
  ...draft
}: InvoiceDraft): FormContent {
  const { delivery, reminderDays, acceptsBankTransfers } = draft;
  return {
    lines: lines.map(({ name, note, quantity, unitCents }) => ({
      ...{ id: crypto.randomUUID(), name, note, quantity, unitCents },
    })),
    ...{ title, message, discountCents, payments, delivery, reminderDays, acceptsBankTransfers },
  };
}
