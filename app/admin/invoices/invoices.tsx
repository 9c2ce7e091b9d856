import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import {
  fetchAllInvoices,
  INVOICE_SORT_COLUMNS,
  type InvoiceFilter,
  invoiceListQuery,
  type ListedInvoice,
  REFUNDED_FILTER,
  UNASSIGNED_FILTER,
} from "#app/api/admin/invoices.ts";
import { lastSyncQuery } from "#app/api/shared/last-sync.ts";
import { formatSquareFreshness } from "#app/components/updated-at.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { FileText, Plus, ReceiptText } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { sumOverdue } from "#domain/invoices/due-dates/due-payments.ts";
import {
  amountOwed,
  amountPaid,
  formatInvoiceStatus,
  INVOICE_STATUSES,
  invoiceStatusBadge,
} from "#domain/invoices/invoice.ts";
import { toCents } from "#domain/money/money.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";
import { ListMenu } from "../lists/list-menu.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { INVOICE_DRAFTS_PATH, NEW_INVOICE_DRAFT_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { AgingCards } from "./aging-cards.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { ClientFilterButton } from "./client-filter-button.tsx";
import { InvoiceCard } from "./invoice-card.tsx";
import { createInvoiceColumns } from "./invoice-columns.tsx";
import { ReminderButton } from "./reminder-button.tsx";
import { ReminderDialog } from "./reminder-dialog.tsx";
import { useAssignment } from "./use-assignment.ts";
import { useInvoiceFilter } from "./use-invoice-filter.ts";

export const meta: MetaFunction = () => pageMeta("Invoices");

const STATUS_OPTIONS = [
  ...INVOICE_STATUSES.map((status) => ({
    value: status,
    label: invoiceStatusBadge(status).label,
  })),
  { value: REFUNDED_FILTER, label: "Refunded" } as const,
  { value: UNASSIGNED_FILTER, label: "Unassigned" } as const,
];

const DRAFTS_LINK = {
  label: "Draft invoices",
  icon: <ReceiptText aria-hidden="true" className="size-4" />,
  to: INVOICE_DRAFTS_PATH,
};
const ACCOUNTING_LINK = {
  label: "Accounting export",
  icon: <FileText aria-hidden="true" className="size-4" />,
  to: "/admin/accounting",
};

export default function Invoices() {
  const now = new Date();
  const today = firmToday(now);
  const controls = useListParams(
    STATUS_OPTIONS.map(({ value }) => value),
    INVOICE_SORT_COLUMNS,
  );
  const urlFilter = useInvoiceFilter();
  const { search, status, page, sort } = controls;
  const filter = { search, status, age: urlFilter.age, clientId: urlFilter.clientId, today };
  const csv = { name: `invoices-${today}`, fetchRows: () => fetchCsvRows(filter) };
  const invoices = useQuery(invoiceListQuery({ ...filter, page, sort }));
  const lastSync = useQuery(lastSyncQuery("admin"));
  const { unassign } = useAssignment();
  const [invoiceToAssign, setInvoiceToAssign] = useState<ListedInvoice | null>(null);
  const [invoiceToRemind, setInvoiceToRemind] = useState<string | null>(null);
  const hasOverdueInvoices = isOverdueFilter(filter) && (invoices.data?.total ?? 0) > 0;
  return (
    <>
      <PageHeader
        title="Invoices"
        subtitle={
          lastSync.data ? formatSquareFreshness(lastSync.data, new Date()) : "Client invoices from Square"
        }
        action={
          <>
            <ButtonLink to={DRAFTS_LINK.to} className="max-sm:hidden">
              {DRAFTS_LINK.label}
            </ButtonLink>
            <ButtonLink
              to={NEW_INVOICE_DRAFT_PATH}
              tone="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
            >
              Create invoice
            </ButtonLink>
            <div className="max-sm:hidden">
              <ListMenu entries={[ACCOUNTING_LINK]} csv={csv} />
            </div>
          </>
        }
        phoneMenu={<ListMenu entries={[DRAFTS_LINK, ACCOUNTING_LINK]} csv={csv} />}
      />
      <AgingCards today={today} selected={urlFilter.age} onSelect={urlFilter.setAge} />
      <ListScreen
        noun="invoice"
        controls={controls}
        page={invoices}
        columns={createInvoiceColumns(now, {
          assign: setInvoiceToAssign,
          unassign: (id, clientId) => unassign.mutate({ id, clientId }),
          remind: setInvoiceToRemind,
        })}
        rowKey={({ id }) => id}
        renderCard={(invoice) => <InvoiceCard invoice={invoice} now={now} />}
        cardsBelow={640}
        searchLabel="Search number, description or client"
        filter={{ label: "Filter by status", placeholder: "All statuses", options: STATUS_OPTIONS }}
        tools={
          urlFilter.clientId && (
            <ClientFilterButton clientId={urlFilter.clientId} onRemove={() => urlFilter.setClientId("")} />
          )
        }
        activeToolCount={urlFilter.clientId ? 1 : 0}
        filterParams={["age", "client"]}
        isFiltered={urlFilter.age !== "" || urlFilter.clientId !== ""}
        defaultOrder="overdue first"
        action={hasOverdueInvoices && <ReminderButton source={{ filter }} label="Send reminders" />}
        empty={
          <EmptyState
            icon={<ReceiptText className="size-6" />}
            title="No invoices yet"
            hint="Invoices appear here after the first sync with Square"
          />
        }
      />
      {invoiceToAssign && (
        <AssignDialog
          invoice={invoiceToAssign}
          payer={invoiceToAssign}
          onClose={() => setInvoiceToAssign(null)}
        />
      )}
      {invoiceToRemind && (
        <ReminderDialog source={{ invoiceId: invoiceToRemind }} onClose={() => setInvoiceToRemind(null)} />
      )}
    </>
  );
}

/** Whether all invoices of the list are overdue. */
function isOverdueFilter({ status, age }: InvoiceFilter): boolean {
  return status === "overdue" || (status === "" && age !== "" && age !== "not-due");
}

async function fetchCsvRows(filter: InvoiceFilter): Promise<string[][]> {
  const invoices = await fetchAllInvoices(filter);
  return [
    [
      "Invoice",
      "Client",
      "Description",
      "Status",
      "Issued",
      "Due",
      "Paid on",
      "Amount (USD)",
      "Paid (USD)",
      "Refunded (USD)",
      "Outstanding (USD)",
      "Overdue (USD)",
    ],
    ...invoices.map((invoice) => [
      invoice.invoice_number,
      invoice.company ?? "",
      invoice.description,
      formatInvoiceStatus(invoice),
      invoice.issued_date ?? "",
      invoice.due_date ?? "",
      invoice.paid_date ?? "",
      formatCsvDollars(toCents(invoice.amount)),
      formatCsvDollars(amountPaid(invoice)),
      formatCsvDollars(toCents(invoice.refunded_amount)),
      formatCsvDollars(amountOwed(invoice)),
      formatCsvDollars(sumOverdue([invoice], filter.today)),
    ]),
  ];
}
