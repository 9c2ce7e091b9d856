import type { ReactNode } from "react";
import type { ProjectInvoice } from "#app/api/admin-invoices.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { formatDate } from "#domain/calendar-date.ts";
import { invoiceStatus } from "#domain/invoice.ts";
import { formatDollars, toCents } from "#domain/money.ts";

const listLook = "divide-y divide-line rounded-small border border-line";
const rowLook = "flex items-center gap-3 px-3 py-2";

type LinkedInvoiceListProps = {
  invoices: readonly ProjectInvoice[];
  /** The invoice being taken off the project now. */
  unlinking: string | null;
  onUnlink: (invoice: ProjectInvoice) => void;
};

export function LinkedInvoiceList({ invoices, unlinking, onUnlink }: LinkedInvoiceListProps) {
  if (invoices.length === 0) return <Nothing>No invoices are linked to this project.</Nothing>;
  return (
    <ul aria-label="Linked invoices" className={listLook}>
      {invoices.map((invoice) => (
        <li key={invoice.id} className={rowLook}>
          <InvoiceFacts invoice={invoice} />
          <Button
            size="small"
            aria-label={`Unlink ${nameOf(invoice)}`}
            disabled={unlinking !== null}
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
  if (invoices.length === 0) return <Nothing>Every invoice of this client is linked to a project.</Nothing>;
  const isAll = selected.size === invoices.length;
  return (
    <>
      {invoices.length > 1 && (
        <div className="mb-2 px-3">
          <Checkbox
            label={`Select all ${invoices.length}`}
            checked={isAll}
            onChange={() => onSelect(new Set(isAll ? [] : invoices.map(({ id }) => id)))}
          />
        </div>
      )}
      <ul aria-label="Unlinked invoices" className={listLook}>
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <label className={`${rowLook} cursor-pointer hover:bg-raised`}>
              <input
                type="checkbox"
                checked={selected.has(invoice.id)}
                onChange={() => onSelect(toggled(selected, invoice.id))}
                className="size-5 shrink-0 accent-accent"
              />
              <InvoiceFacts invoice={invoice} />
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}

function InvoiceFacts({ invoice }: { invoice: ProjectInvoice }) {
  const { label, tone } = invoiceStatus(invoice.status);
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 text-14">
      <span className="min-w-0">
        <span className="block font-medium">{nameOf(invoice)}</span>
        <span className="block text-13 text-muted">
          {[invoice.description, invoice.due_date && `due ${formatDate(invoice.due_date)}`]
            .filter(Boolean)
            .join(", ")}
        </span>
      </span>
      <span className="flex items-center gap-4">
        <Badge tone={tone}>{label}</Badge>
        <span className="tabular sm:w-24 sm:text-right">{formatDollars(toCents(invoice.amount))}</span>
      </span>
    </span>
  );
}

/** An invoice without a number is named all the same. */
export function nameOf(invoice: { invoice_number: string }): string {
  return invoice.invoice_number ? `#${invoice.invoice_number.replace(/^#/, "")}` : "Invoice without number";
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="rounded-small border border-line px-3 py-4 text-14 text-muted">{children}</p>;
}
