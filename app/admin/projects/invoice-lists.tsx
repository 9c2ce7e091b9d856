import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProjectInvoice } from "#app/api/admin/project-invoices.ts";
import { InvoiceBadges } from "#app/components/invoices/invoice-badges.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, CheckboxInput } from "#app/ui/forms/checkbox.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { visibleDueDate } from "#domain/invoices/due-dates/overdue.ts";
import { invoiceLabel } from "#domain/invoices/invoice-title.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { InvoiceLink } from "../invoices/invoice-link.tsx";

const LIST_CLASSES = "divide-y divide-line rounded-small border border-line";
const ROW_CLASSES = "flex items-center gap-3 px-3 py-2";

type LinkedInvoiceListProps = {
  invoices: readonly ProjectInvoice[];
  /** Id of the invoice being unlinked. */
  unlinkingId: string | null;
  onUnlink: (invoice: ProjectInvoice) => void;
};

export function LinkedInvoiceList({ invoices, unlinkingId, onUnlink }: LinkedInvoiceListProps) {
  if (invoices.length === 0) {
    return <EmptyMessage>No invoices are linked to this project.</EmptyMessage>;
  }
  return (
    <ul aria-label="Linked invoices" className={LIST_CLASSES}>
      {invoices.map((invoice) => (
        <li key={invoice.id} className={ROW_CLASSES}>
          <InvoiceSummary invoice={invoice} name={<InvoiceLink invoice={invoice} />} />
          <Button
            size="small"
            aria-label={`Unlink ${invoiceLabel(invoice)}`}
            disabled={unlinkingId !== null}
            onClick={() => onUnlink(invoice)}
          >
            Unlink
          </Button>
        </li>
      ))}
    </ul>
  );
}

type UnlinkedInvoiceListProps = {
  invoices: readonly ProjectInvoice[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
};

export function UnlinkedInvoiceList({ invoices, selected, onSelect }: UnlinkedInvoiceListProps) {
  if (invoices.length === 0) {
    return <EmptyMessage>All of this client's invoices are linked.</EmptyMessage>;
  }
  const areAllSelected = selected.size === invoices.length;
  return (
    <>
      {invoices.length > 1 && (
        <div className="mb-2 px-3">
          <Checkbox
            label={`Select all ${invoices.length}`}
            checked={areAllSelected}
            onChange={() => onSelect(new Set(areAllSelected ? [] : invoices.map(({ id }) => id)))}
          />
        </div>
      )}
      <ul aria-label="Unlinked invoices" className={LIST_CLASSES}>
        {invoices.map((invoice) => (
          <li key={invoice.id} className="flex items-center hover:bg-raised">
            <label htmlFor={`link-${invoice.id}`} className={`${ROW_CLASSES} min-w-0 flex-1 cursor-pointer`}>
              <CheckboxInput
                id={`link-${invoice.id}`}
                checked={selected.has(invoice.id)}
                onChange={() => onSelect(toggle(selected, invoice.id))}
              />
              <InvoiceSummary invoice={invoice} name={invoiceLabel(invoice)} />
            </label>
            {/* Outside of the label, because a click on the label selects the invoice. */}
            <Link
              to={`/admin/invoices/${invoice.id}`}
              aria-label={`View ${invoiceLabel(invoice)}`}
              className="rounded-small px-3 py-2 text-14 hover:text-accent hover:underline"
            >
              View
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function InvoiceSummary({ invoice, name }: { invoice: ProjectInvoice; name: ReactNode }) {
  const dueDate = visibleDueDate(invoice);
  return (
    <span className="grid min-w-0 flex-1 grid-cols-[9rem_1fr] items-center gap-x-4 gap-y-1 text-14 sm:grid-cols-[minmax(0,1fr)_9rem_6rem]">
      <span className="max-sm:col-span-2 min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block text-13 text-muted">
          {[invoice.description, dueDate && "due"].filter(Boolean).join(", ")}{" "}
          {dueDate && <span className="whitespace-nowrap">{formatDate(dueDate)}</span>}
        </span>
      </span>
      <InvoiceBadges invoice={invoice} />
      <span className="tabular text-right">{formatDollars(toCents(invoice.amount))}</span>
    </span>
  );
}

function toggle(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) {
    next.add(id);
  }
  return next;
}

function EmptyMessage({ children }: { children: ReactNode }) {
  return <p className="rounded-small border border-line px-3 py-4 text-14 text-muted">{children}</p>;
}
