import { useQuery } from "@tanstack/react-query";
import type { MetaFunction } from "react-router";
import { type InvoiceDraft, invoiceDraftListQuery } from "#app/api/admin/invoice-drafts.ts";
import { toListPage } from "#app/api/admin/list-page.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Plus, ReceiptText } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { formatDollars } from "#domain/money/money.ts";
import { firstInvoiceText } from "#domain/square/writing.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import { RecordName } from "../lists/record-name.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { INVOICE_DRAFTS_PATH, NEW_INVOICE_DRAFT_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { DraftBadge } from "./draft-badge.tsx";

export const meta: MetaFunction = () => pageMeta("Draft invoices");

const FILTERS = ["open", "attention"] as const;
const FILTER_OPTIONS = [
  { value: "open", label: "Not published yet" },
  { value: "attention", label: "Needs attention" },
];

const COLUMNS: ReadonlyArray<ListColumn<InvoiceDraft>> = [
  {
    key: "title",
    header: "Invoice",
    isLongText: true,
    isTitle: true,
    cell: ({ id, title }) => <RecordName to={`${INVOICE_DRAFTS_PATH}/${id}`} name={title} />,
  },
  {
    key: "client",
    header: "Client",
    cell: ({ clientId, company }) => <RecordName to={`/admin/clients/${clientId}`} name={company} />,
  },
  { key: "status", header: "Status", cell: (draft) => <DraftBadge draft={draft} /> },
  { key: "created", header: "Created", cell: ({ createdAt }) => <TimeStamp at={createdAt} /> },
  { key: "total", header: "Total", align: "end", cell: ({ totalCents }) => formatDollars(totalCents) },
];

/** The newest invoices that were created here. */
export default function DraftsPage() {
  const controls = useListParams(FILTERS);
  const drafts = useQuery(invoiceDraftListQuery({ show: controls.status || "all" }));
  const { data: writing } = useQuery(squareWritingQuery());
  return (
    <>
      <BackLink to="/admin/invoices" label="All invoices" />
      <PageHeader
        title="Draft invoices"
        subtitle="Invoices created here"
        action={
          <ButtonLink
            to={NEW_INVOICE_DRAFT_PATH}
            tone="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
          >
            Create invoice
          </ButtonLink>
        }
      />
      <ListScreen
        noun="invoice"
        texts={{ label: "Draft invoices" }}
        controls={controls}
        page={{ ...drafts, data: drafts.data && toListPage(drafts.data) }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        filter={{ label: "Filter by status", placeholder: "All statuses", options: FILTER_OPTIONS }}
        empty={
          <EmptyState
            icon={<ReceiptText className="size-6" />}
            title="No draft invoices"
            hint={firstInvoiceText(writing?.isEnabled ?? false)}
          />
        }
      />
    </>
  );
}
