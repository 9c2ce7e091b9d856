import type { DraftLine, DraftPayment, InvoiceDelivery } from "#domain/invoices/drafts/invoice-draft.ts";
import type { Cents } from "#domain/money/money.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type WriteStep = ClosedSets["private.square_writes.step"];

/** The body of a request in the provider's format, as stored before it is sent. */
export type WriteRequest = { readonly [name: string]: unknown };

/** A stored write. `targetId` is the invoice to publish, cancel or delete, or the order to cancel. */
export type StoredWrite = {
  step: WriteStep;
  idempotencyKey: string;
  request: WriteRequest;
  targetId: string | null;
  /** When the request was first sent. Null if it was not sent yet. */
  sentAt: Date | null;
};

/** The object that a write created or changed. */
export type WriteOutcome = { id: string; version: number | null };

export type ProviderCustomer = { id: string; name: string; email: string | null };

/** An invoice with the details that an administrator confirms. */
export type WrittenInvoice = {
  version: number;
  state: "draft" | "open" | "canceled" | "closed";
  totalCents: Cents;
  recipientName: string;
  recipientEmail: string | null;
};

export type NewCustomer = { clientId: string; company: string; contactPerson: string; email: string | null };

export type NewOrder = {
  draftId: string;
  locationId: string;
  customerId: string;
  lines: readonly DraftLine[];
  discountCents: Cents;
};

export type NewInvoice = {
  orderId: string;
  locationId: string;
  customerId: string;
  title: string;
  message: string;
  payments: readonly DraftPayment[];
  delivery: InvoiceDelivery;
  reminderDays: readonly number[];
  acceptsBankTransfers: boolean;
};

/**
 * Write access to one merchant's account. Requests are built and stored before they are sent, so that one with an
 * unknown outcome can be repeated with the same key and body. Every method that sends a request can throw a
 * ProviderError.
 */
export type InvoiceWriter = {
  /** Returns the customers whose reference is the client's id, otherwise those with the email address. */
  findCustomers(client: { clientId: string; email: string | null }): Promise<ProviderCustomer[]>;
  getCustomer(id: string): Promise<ProviderCustomer | null>;
  /** Returns the current version of an invoice, or null if it was deleted. */
  getInvoice(id: string): Promise<WrittenInvoice | null>;
  buildCustomer(customer: NewCustomer, idempotencyKey: string): WriteRequest;
  buildOrder(order: NewOrder, idempotencyKey: string): WriteRequest;
  buildInvoice(invoice: NewInvoice, idempotencyKey: string): WriteRequest;
  /** Builds the request to publish, cancel or delete this version of an invoice. */
  buildVersionRequest(version: number, idempotencyKey: string): WriteRequest;
  /** Builds the request to cancel this version of an order that has no invoice. */
  buildOrderCancellation(
    order: { locationId: string; version: number },
    idempotencyKey: string,
  ): WriteRequest;
  send(write: StoredWrite): Promise<WriteOutcome>;
  /** Returns the outcome of a write that was sent before, or null if the provider has not applied it. */
  find(write: StoredWrite): Promise<WriteOutcome | null>;
};
