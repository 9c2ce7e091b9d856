import { useQuery } from "@tanstack/react-query";
import { linkedInvoicesQuery, type ProjectInvoice } from "#app/api/admin/project-invoices.ts";
import type { ListedProject } from "#app/api/admin/projects.ts";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { ExternalLink } from "#app/ui/icons.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { projectMoney } from "#domain/projects/project.ts";
import { InvoiceLink } from "../invoices/invoice-link.tsx";
import { newInvoicePath } from "../shell/admin-pages.ts";

/** Dialog with the totals and list of a project's invoices. */
export function ProjectInvoicesDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const linked = useQuery({ ...linkedInvoicesQuery(listed.project.id), staleTime: 0 });
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Project Invoices"
      description={`${listed.project.project_name} · ${listed.company}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink to={newInvoicePath(listed.project)}>Create invoice</ButtonLink>
        </>
      }
    >
      <Loaded
        query={linked}
        errorMessage="We couldn't load the invoices."
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
  const { invoiceCount, billedCents, paidCents, refundedCents } = projectMoney(invoices);
  const hasCancelled = invoices.length > invoiceCount;
  const totals = [
    { label: "Total invoices", value: String(invoiceCount) },
    { label: "Total billed", value: formatDollars(billedCents) },
    { label: "Total paid", value: formatDollars(paidCents) },
    ...(refundedCents > 0 ? [{ label: "Total refunded", value: formatDollars(refundedCents) }] : []),
  ];
  return (
    <div className="mb-4 border-line border-b pb-4">
      <dl className={classNames("grid gap-4", refundedCents > 0 ? "sm:grid-cols-4" : "sm:grid-cols-3")}>
        {totals.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 sm:block">
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="tabular font-semibold text-18">{value}</dd>
          </div>
        ))}
      </dl>
      {hasCancelled && <p className="mt-3 text-13 text-faint">Totals exclude canceled invoices.</p>}
    </div>
  );
}

function InvoiceRow({ invoice }: { invoice: ProjectInvoice }) {
  const paymentUrl = safePaymentUrl(invoice.square_payment_url);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-14">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          <InvoiceLink invoice={invoice} />
        </p>
        {invoice.description && <p className="text-13 text-muted">{invoice.description}</p>}
      </div>
      <InvoiceBadges invoice={invoice} />
      <p className="tabular sm:w-28 sm:text-right">{formatDollars(toCents(invoice.amount))}</p>
      {paymentUrl && (
        <ButtonLink
          to={paymentUrl}
          size="small"
          aria-label={`Payment page for ${invoiceLabel(invoice)} (opens in a new tab)`}
          icon={<ExternalLink aria-hidden="true" className="size-4" />}
        >
          Payment page
        </ButtonLink>
      )}
    </li>
  );
}
