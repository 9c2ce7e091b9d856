import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Customer } from "../wire/seller.ts";
import { emitCustomerEvent, emitInvoiceEvent } from "./emit-events.ts";
import { touchInvoice } from "./invoice-lifecycle.ts";

export type CustomerFields = Partial<
  Pick<
    Customer,
    | "given_name"
    | "family_name"
    | "company_name"
    | "email_address"
    | "phone_number"
    | "reference_id"
    | "note"
    | "creation_source"
  >
>;

export function createCustomer(change: Change, fields: CustomerFields): Customer {
  const customer: Customer = {
    ...omitUndefined(fields),
    id: ids.customer(change.state),
    created_at: change.at.toISOString(),
    updated_at: change.at.toISOString(),
    preferences: { email_unsubscribed: false },
    creation_source: fields.creation_source ?? "THIRD_PARTY",
    version: 0,
  };
  change.state.customers[customer.id] = customer;
  emitCustomerEvent(change, "customer.created", customer);
  return customer;
}

export function updateCustomer(change: Change, customer: Customer, fields: CustomerFields): Customer {
  Object.assign(customer, omitUndefined(fields));
  customer.version += 1;
  customer.updated_at = change.at.toISOString();
  emitCustomerEvent(change, "customer.updated", customer);
  return customer;
}

/**
 * Merges customers into a new one, as the Customer Directory does. The old customers are deleted and their invoices
 * point to the new one. The recipient names on those invoices do not change.
 */
export function mergeCustomers(change: Change, merged: [Customer, ...Customer[]]): Customer {
  const [first] = merged;
  const customer: Customer = {
    ...first,
    id: ids.customer(change.state),
    creation_source: "MERGE",
    version: 0,
    updated_at: change.at.toISOString(),
  };
  change.state.customers[customer.id] = customer;
  const mergedIds = merged.map(({ id }) => id);
  const context = { merge: { from_customer_ids: mergedIds, to_customer_id: customer.id } };
  for (const old of merged) {
    delete change.state.customers[old.id];
    change.state.mergedCustomers[old.id] = customer.id;
    emitCustomerEvent(change, "customer.deleted", old, context);
  }
  // Earlier merges must also resolve to the new customer.
  for (const [old, target] of Object.entries(change.state.mergedCustomers)) {
    if (mergedIds.includes(target)) {
      change.state.mergedCustomers[old] = customer.id;
    }
  }
  emitCustomerEvent(change, "customer.created", customer, context);
  for (const invoice of Object.values(change.state.invoices)) {
    if (!mergedIds.includes(invoice.primary_recipient.customer_id)) {
      continue;
    }
    invoice.primary_recipient.customer_id = customer.id;
    touchInvoice(change, invoice);
    emitInvoiceEvent(change, "invoice.updated", invoice);
  }
  return customer;
}

function omitUndefined(fields: CustomerFields): CustomerFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
