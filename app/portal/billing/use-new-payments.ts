import { useState } from "react";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { sortByUrgency } from "#domain/invoices/due-dates/overdue.ts";
import { describeNewPayments } from "#domain/invoices/payments/new-payments.ts";

export type NewPayments = {
  /** A message for each payment, by invoice id. */
  messages: ReadonlyMap<string, string>;
  /** Invoices with a new payment keep their place, so that no other row moves under the pointer. */
  sort: (isIncluded: (invoice: OwnInvoice) => boolean) => OwnInvoice[];
};

/** Payments received since the component mounted. */
export function useNewPayments(invoices: readonly OwnInvoice[]): NewPayments {
  const [initial] = useState(invoices);
  const messages = describeNewPayments(initial, invoices);
  const beforePayment = new Map(
    initial.filter(({ id }) => messages.has(id)).map((invoice) => [invoice.id, invoice]),
  );
  const current = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return {
    messages,
    sort: (isIncluded) =>
      sortByUrgency(
        invoices.map((invoice) => beforePayment.get(invoice.id) ?? invoice).filter(isIncluded),
      ).map((invoice) => current.get(invoice.id) ?? invoice),
  };
}
