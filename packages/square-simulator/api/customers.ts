import type { Hono } from "hono";
import { createCustomer } from "../actions/customers.ts";
import type { Simulation } from "../simulation.ts";
import type { State } from "../state/state.ts";
import type { Customer } from "../wire/seller.ts";
import {
  assertLength,
  findRecord,
  readObjectField,
  readOptionalString,
  readStringList,
} from "./http/fields.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { paginate } from "./http/paginate.ts";
import { sortByKey } from "./http/sorted-list.ts";
import { SquareApiError } from "./http/square-api-error.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 100 };
const MAX_BULK_IDS = 100;

/** Customers: list, get, search, bulk-retrieve, create. */
export function registerCustomers(app: Hono, simulation: Simulation): void {
  const { store, behavior } = simulation;

  handleOperation(app, simulation, "ListCustomers", ({ query, now }) => {
    const order = query.sort_order === "DESC" ? "DESC" : "ASC";
    const byCreation = query.sort_field === "CREATED_AT";
    const page = paginate({
      list: sortByKey(Object.values(store.state.customers), byCreation ? creationKey : nameKey),
      order,
      query: ["ListCustomers", byCreation, order],
      cursor: query.cursor,
      limit: query.limit,
      ...PAGE_LIMITS,
      now,
    });
    return formatListResponse("customers", page, behavior);
  });

  handleOperation(app, simulation, "RetrieveCustomer", ({ id }) => ({
    customer: findCustomer(store.state, id),
  }));

  handleOperation(app, simulation, "BulkRetrieveCustomers", ({ body }) => {
    const responses: Record<string, object> = {};
    for (const id of readStringList(body, "customer_ids", MAX_BULK_IDS)) {
      try {
        responses[id] = { customer: findCustomer(store.state, id) };
      } catch (error) {
        if (!(error instanceof SquareApiError)) {
          throw error;
        }
        responses[id] = { errors: error.errors };
      }
    }
    return { responses };
  });

  handleOperation(app, simulation, "SearchCustomers", ({ body, now }) => {
    const filter = readObjectField(readObjectField(body, "query"), "filter");
    const findableUntil = now.getTime() - behavior.customerSearchDelayMs;
    const findable = Object.values(store.state.customers).filter(
      ({ created_at }) => Date.parse(created_at) <= findableUntil,
    );
    const matches = findable.filter((customer) =>
      (["email_address", "phone_number", "reference_id"] as const).every((field) =>
        matchesFilter(customer[field], readObjectField(filter, field)),
      ),
    );
    const page = paginate({
      list: sortByKey(matches, creationKey),
      order: "ASC",
      query: ["SearchCustomers", filter],
      cursor: body.cursor,
      limit: body.limit,
      ...PAGE_LIMITS,
      now,
    });
    return formatListResponse("customers", page, behavior);
  });

  handleOperation(app, simulation, "CreateCustomer", ({ body }) => {
    const fields = {
      given_name: readOptionalString(body, "given_name"),
      family_name: readOptionalString(body, "family_name"),
      company_name: readOptionalString(body, "company_name"),
      email_address: readOptionalString(body, "email_address"),
      phone_number: readOptionalString(body, "phone_number"),
      reference_id: readOptionalString(body, "reference_id"),
      note: readOptionalString(body, "note"),
    };
    assertLength(fields.reference_id, 100, "reference_id");
    if (fields.email_address !== undefined && !/^\S+@\S+\.\S+$/.test(fields.email_address)) {
      throw new SquareApiError("INVALID_EMAIL_ADDRESS", "Invalid email address.", "email_address");
    }
    const { given_name, family_name, company_name, email_address, phone_number } = fields;
    if (!given_name && !family_name && !company_name && !email_address && !phone_number) {
      throw new SquareApiError(
        "MISSING_REQUIRED_PARAMETER",
        "A name, company, email or phone number is required.",
      );
    }
    return { customer: store.commit((change) => createCustomer(change, fields)) };
  });
}

/** Finds a customer. The id of a merged customer resolves to the remaining one. */
function findCustomer(state: State, id: string): Customer {
  return findRecord(state.customers, state.mergedCustomers[id] ?? id, "Customer");
}

function creationKey(customer: Customer): string {
  return `${customer.created_at}/${customer.id}`;
}

function nameKey(customer: Customer): string {
  return `${customer.given_name ?? ""} ${customer.family_name ?? ""}/${customer.id}`.toLowerCase();
}

function matchesFilter(value: string | undefined, filter: Record<string, unknown>): boolean {
  const normalized = (value ?? "").toLowerCase();
  if (typeof filter.exact === "string") {
    return normalized === filter.exact.toLowerCase();
  }
  if (typeof filter.fuzzy === "string") {
    return normalized.includes(filter.fuzzy.toLowerCase());
  }
  return true;
}
