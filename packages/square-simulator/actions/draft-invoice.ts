import type { RequestDraft } from "../rules/payment-schedule.ts";
import { computeSchedule } from "../rules/payment-schedule.ts";
import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { AcceptedPaymentMethods, Invoice } from "../wire/invoice.ts";
import type { Order } from "../wire/order.ts";
import type { Customer } from "../wire/seller.ts";
import { emitInvoiceEvent } from "./emit-events.ts";

export type InvoiceDraft = {
  order: Order;
  customer: Customer;
  requests: RequestDraft[];
  timezone: string;
  invoiceNumber?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  scheduledAt?: string | undefined;
  serviceDate?: string | undefined;
  deliveryMethod?: Invoice["delivery_method"] | undefined;
  acceptedPaymentMethods?: Partial<AcceptedPaymentMethods> | undefined;
  subscriptionId?: string | undefined;
  customFields?: Invoice["custom_fields"] | undefined;
  /** Set only by the seed, for ids without the `inv:` prefix. */
  id?: string | undefined;
};

export type DraftInvoiceOutcome = { ok: true; invoice: Invoice } | { ok: false; problem: string };

/** Creates a draft invoice for an order. Nothing is written if the schedule does not match the order total. */
export function draftInvoice(change: Change, draft: InvoiceDraft): DraftInvoiceOutcome {
  const schedule = computeSchedule(draft.order.total_money, draft.requests);
  if (!schedule.ok) {
    return schedule;
  }
  const at = change.at.toISOString();
  const invoice: Invoice = {
    id: draft.id ?? ids.invoice(change.state),
    version: 0,
    location_id: draft.order.location_id,
    order_id: draft.order.id,
    primary_recipient: toRecipient(draft.customer),
    payment_requests: schedule.requests,
    delivery_method: draft.deliveryMethod ?? "EMAIL",
    invoice_number: draft.invoiceNumber ?? nextInvoiceNumber(change, draft.order.location_id),
    ...(draft.title ? { title: draft.title } : {}),
    ...(draft.description ? { description: draft.description } : {}),
    ...(draft.scheduledAt ? { scheduled_at: draft.scheduledAt } : {}),
    status: "DRAFT",
    timezone: draft.timezone,
    created_at: at,
    updated_at: at,
    accepted_payment_methods: {
      card: true,
      square_gift_card: false,
      bank_account: false,
      buy_now_pay_later: false,
      cash_app_pay: false,
      ...draft.acceptedPaymentMethods,
    },
    ...(draft.customFields ? { custom_fields: draft.customFields } : {}),
    ...(draft.subscriptionId ? { subscription_id: draft.subscriptionId } : {}),
    ...(draft.serviceDate ? { sale_or_service_date: draft.serviceDate } : {}),
    store_payment_method_enabled: false,
  };
  change.state.invoices[invoice.id] = invoice;
  emitInvoiceEvent(change, "invoice.created", invoice);
  return { ok: true, invoice };
}

/** Copies the customer's current details. Later changes of the customer do not affect the invoice. */
function toRecipient(customer: Customer): Invoice["primary_recipient"] {
  const { given_name, family_name, email_address, phone_number, company_name } = customer;
  return {
    customer_id: customer.id,
    ...(given_name ? { given_name } : {}),
    ...(family_name ? { family_name } : {}),
    ...(email_address ? { email_address } : {}),
    ...(phone_number ? { phone_number } : {}),
    ...(company_name ? { company_name } : {}),
  };
}

/** Returns the location's next seven-digit invoice number. */
function nextInvoiceNumber({ state }: Change, locationId: string): string {
  const number = (state.invoiceNumbers[locationId] ?? 0) + 1;
  state.invoiceNumbers[locationId] = number;
  return String(number).padStart(7, "0");
}
