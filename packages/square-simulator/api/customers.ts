import type { Hono } from "hono";
import { createCustomer } from "../actions/customers.ts";
import type { Simulation } from "../simulation.ts";
import type { State } from "../state/state.ts";
import type { Customer } from "../wire/seller.ts";
import { answer } from "./answer.ts";
import { found, objectIn, optionalText, textList } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { pageOf } from "./page-of.ts";
import { SquareFailure } from "./square-failure.ts";

const PAGE_LIMITS = { defaultLimit: 100, maxLimit: 100 };
const MOST_IN_BULK = 100;

/** Customers: list, get, search, bulk-retrieve, create. */
export function customerEndpoints(app: Hono, simulation: Simulation): void {
  const { store, behaviour } = simulation;

  answer(app, simulation, "ListCustomers", ({ query, now }) => {
    const order = query.sort_order === "DESC" ? "DESC" : "ASC";
    const byCreation = query.sort_field === "CREATED_AT";
    const page = pageOf({
      items: Object.values(store.state.customers),
      keyOf: byCreation ? creationKey : nameKey,
      order,
      query: ["ListCustomers", byCreation, order],
      cursor: query.cursor,
      limit: query.limit,
      ...PAGE_LIMITS,
      now,
    });
    return listAnswer("customers", page, behaviour);
  });

  answer(app, simulation, "RetrieveCustomer", ({ id }) => ({ customer: findCustomer(store.state, id) }));

  answer(app, simulation, "BulkRetrieveCustomers", ({ body }) => {
    const responses: Record<string, object> = {};
    for (const id of textList(body, "customer_ids", MOST_IN_BULK)) {
      try {
        responses[id] = { customer: findCustomer(store.state, id) };
      } catch (error) {
        if (!(error instanceof SquareFailure)) throw error;
        responses[id] = { errors: error.errors };
      }
    }
    return { responses };
  });

  answer(app, simulation, "SearchCustomers", ({ body, now }) => {
    const filter = objectIn(objectIn(body, "query"), "filter");
    const matches = Object.values(store.state.customers).filter((customer) =>
      (["email_address", "phone_number", "reference_id"] as const).every((field) =>
        matchesText(customer[field], objectIn(filter, field)),
      ),
    );
    const page = pageOf({
      items: matches,
      keyOf: creationKey,
      order: "ASC",
      query: ["SearchCustomers", filter],
      cursor: body.cursor,
      limit: body.limit,
      ...PAGE_LIMITS,
      now,
    });
    return listAnswer("customers", page, behaviour);
  });

  answer(app, simulation, "CreateCustomer", ({ body }) => {
    const fields = {
      given_name: optionalText(body, "given_name"),
      family_name: optionalText(body, "family_name"),
      company_name: optionalText(body, "company_name"),
      email_address: optionalText(body, "email_address"),
      phone_number: optionalText(body, "phone_number"),
      reference_id: optionalText(body, "reference_id"),
      note: optionalText(body, "note"),
    };
    if (fields.email_address !== undefined && !/^\S+@\S+\.\S+$/.test(fields.email_address)) {
      throw new SquareFailure("INVALID_EMAIL_ADDRESS", "Invalid email address.", "email_address");
    }
    const { given_name, family_name, company_name, email_address, phone_number } = fields;
    if (!given_name && !family_name && !company_name && !email_address && !phone_number) {
      throw new SquareFailure("MISSING_REQUIRED_PARAMETER", "A name, company, e-mail or phone is required.");
    }
    return { customer: store.commit((change) => createCustomer(change, fields)) };
  });
}

/** A merged customer's old id still finds the customer that lives on. */
function findCustomer(state: State, id: string): Customer {
  return found(state.customers, state.mergedCustomers[id] ?? id, "Customer");
}

function creationKey(customer: Customer): string {
  return `${customer.created_at}/${customer.id}`;
}

function nameKey(customer: Customer): string {
  return `${customer.given_name ?? ""} ${customer.family_name ?? ""}/${customer.id}`.toLowerCase();
}

function matchesText(value: string | undefined, filter: Record<string, unknown>): boolean {
  const own = (value ?? "").toLowerCase();
  if (typeof filter.exact === "string") return own === filter.exact.toLowerCase();
  if (typeof filter.fuzzy === "string") return own.includes(filter.fuzzy.toLowerCase());
  return true;
}
