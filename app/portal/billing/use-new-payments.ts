import { useState } from "react";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { sortByUrgency } from "#domain/invoices/due-dates/overdue.ts";
import { listNewPayments } from "#domain/invoices/payments/new-payments.ts";

export type NewPayments = {
  /** A sentence for each payment, by invoice id. */
  payments: ReadonlyMap<string, string>;
  /** Invoices with a new payment keep their place, so that no other row moves under the pointer. */
  sort: (isIncluded: (invoice: OwnInvoice) => boolean) => OwnInvoice[];
};

/** The payments that arrived since the component was mounted. */
export function useNewPayments(invoices: readonly OwnInvoice[]): NewPayments {
  const [initial] = useState(invoices);
  const payments = listNewPayments(initial, invoices);
  const paidBefore = new Map(
    initial.filter(({ id }) => payments.has(id)).map((invoice) => [invoice.id, invoice]),
  );
  const current = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return {
    payments,
    sort: (isIncluded) =>
      sortByUrgency(invoices.map((invoice) => paidBefore.get(invoice.id) ?? invoice).filter(isIncluded)).map(
        (invoice) => current.get(invoice.id) ?? invoice,
      ),
  };
}
