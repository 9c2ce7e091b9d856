import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import {
  everyInvoice,
  INVOICE_SORTS,
  type InvoicesNarrowed,
  invoiceList,
  type ListedInvoice,
  UNMATCHED,
} from "#app/api/admin-invoice-list.ts";
import { squareLinks } from "#app/api/admin-square.ts";
import { lastSync } from "#app/api/last-sync.ts";
import { asOf } from "#app/components/as-of.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { dateIn } from "#domain/calendar-date.ts";
import { csvDollars } from "#domain/csv.ts";
import { amountDue, invoiceStatus } from "#domain/invoice.ts";
import { toCents } from "#domain/money.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { AgeingTiles } from "./ageing-tiles.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { ClientMark } from "./client-mark.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import { useAssignment } from "./use-assignment.ts";
import { useInvoiceFilter } from "./use-invoice-filter.ts";

export const meta: MetaFunction = () => pageMeta("Invoices");

const statusOptions = [
  ...["pending", "overdue", "paid", "cancelled"].map((status) => ({
    value: status,
    label: invoiceStatus(status).label,
  })),
  { value: UNMATCHED, label: "Without a client" },
];

export default function Invoices() {
  const today = dateIn(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const address = useListAddress(
    statusOptions.map(({ value }) => value),
    INVOICE_SORTS,
  );
  const filter = useInvoiceFilter();
  const { search, status, page, sort } = address;
  const narrowed = { search, status, age: filter.age, clientId: filter.clientId, today };
  const invoices = useQuery(invoiceList({ ...narrowed, page, sort }));
  const synced = useQuery(lastSync("admin"));
  const links = useQuery(squareLinks());
  const { takeBack } = useAssignment();
  const [assigned, setAssigned] = useState<ListedInvoice | null>(null);
  return (
    <>
      <PageHead
        title="Invoices"
        context={
          synced.data
            ? `The last due first. Amounts ${asOf(synced.data, new Date())}.`
            : "The last due first, as Square has them."
        }
        action={<ExportButton name={`invoices-${today}`} rows={() => invoiceRows(narrowed)} />}
      />
      <AgeingTiles today={today} chosen={filter.age} onChoose={filter.chooseAge} />
      <ListScreen
        noun="invoice"
        address={address}
        page={invoices}
        columns={invoiceColumns(today, links.data?.invoice ?? null, {
          assign: setAssigned,
          takeBack: (id, clientId) => takeBack.mutate({ id, clientId }),
        })}
        rowKey={({ id }) => id}
        cardsBelow="xl"
        searches="Search number, description or client"
        filter={{ label: "Filter by status", placeholder: "All statuses", options: statusOptions }}
        tools={
          filter.clientId && (
            <ClientMark clientId={filter.clientId} onRemove={() => filter.chooseClient("")} />
          )
        }
        isNarrowed={filter.age !== "" || filter.clientId !== ""}
        empty={
          <EmptyState
            icon={<ReceiptText className="size-6" />}
            title="No invoices yet"
            hint="They come with the first sync from Square"
          />
        }
      />
      {assigned && <AssignDialog invoice={assigned} onClose={() => setAssigned(null)} />}
    </>
  );
}

async function invoiceRows(narrowed: InvoicesNarrowed): Promise<string[][]> {
  const invoices = await everyInvoice(narrowed);
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
      "Open (USD)",
    ],
    ...invoices.map((invoice) => [
      invoice.invoice_number,
      invoice.company ?? "",
      invoice.description ?? "",
      invoiceStatus(invoice.status).label,
      invoice.issued_date ?? "",
      invoice.due_date ?? "",
      invoice.paid_date ?? "",
      csvDollars(toCents(invoice.amount)),
      csvDollars(toCents(invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount)),
      csvDollars(amountDue(invoice)),
    ]),
  ];
}
