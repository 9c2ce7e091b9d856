import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { linkedInvoices, type ProjectInvoice } from "#app/api/admin-invoices.ts";
import type { ListedProject } from "#app/api/admin-projects.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { invoiceStatus } from "#domain/invoice.ts";
import { formatDollars, toCents } from "#domain/money.ts";
import { paymentLink } from "#domain/payment-link.ts";
import { projectMoney } from "#domain/project.ts";
import { nameOf } from "./invoice-lists.tsx";

/** What a project's invoices come to, and each of them. */
export function ProjectInvoicesDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const linked = useQuery({ ...linkedInvoices(listed.project.id), staleTime: 0 });
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Project Invoices"
      description={`${listed.project.project_name}, ${listed.company}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={linked}
        failed="The invoices could not be loaded."
        loading={<Loading text="Loading invoices..." rows={3} />}
      >
        {(invoices) => (
          <>
            <Totals invoices={invoices} />
            {invoices.length === 0 ? (
              <EmptyState title="No invoices linked yet" />
            ) : (
              <ul aria-label="Invoices" className="divide-y divide-line">
                {invoices.map((invoice) => (
                  <InvoiceRow key={invoice.id} invoice={invoice} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function Totals({ invoices }: { invoices: readonly ProjectInvoice[] }) {
  const { invoiceCount, billedCents, paidCents } = projectMoney(invoices);
  const isAnyCancelled = invoices.length > invoiceCount;
  const totals = [
    { label: "Total invoices", value: String(invoiceCount) },
    { label: "Total billed", value: formatDollars(billedCents) },
    { label: "Total paid", value: formatDollars(paidCents) },
  ];
  return (
    <div className="mb-4 border-line border-b pb-4">
      <dl className="grid gap-4 sm:grid-cols-3">
        {totals.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 sm:block">
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="tabular font-semibold text-18">{value}</dd>
          </div>
        ))}
      </dl>
      {isAnyCancelled && <p className="mt-3 text-13 text-faint">Cancelled invoices are not counted.</p>}
    </div>
  );
}

function InvoiceRow({ invoice }: { invoice: ProjectInvoice }) {
  const { label, tone } = invoiceStatus(invoice.status);
  const address = paymentLink(invoice.square_payment_url);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-14">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{nameOf(invoice)}</p>
        {invoice.description && <p className="text-13 text-muted">{invoice.description}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
      <p className="tabular sm:w-28 sm:text-right">{formatDollars(toCents(invoice.amount))}</p>
      {address && (
        <ButtonLink
          to={address}
          size="small"
          aria-label={`Payment page of ${nameOf(invoice)} (opens in a new tab)`}
          icon={<ExternalLink aria-hidden="true" className="size-4" />}
        >
          Payment page
        </ButtonLink>
      )}
    </li>
  );
}
