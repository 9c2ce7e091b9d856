import { createCustomer, mergeCustomers } from "../actions/customers.ts";
import type { DemoCustomer } from "../options.ts";
import { businessTimeDaysAgo } from "../rules/dates.ts";
import type { Change } from "../state/store.ts";
import type { Customer } from "../wire/seller.ts";

/** Customers to use if the host application passes fewer than two. */
const FALLBACK_CUSTOMERS: DemoCustomer[] = [
  createDemoCustomer("Priya", "Raman", "Northwind Health Systems", "priya.raman@northwind-health.example"),
  createDemoCustomer("Marcus", "Ellery", "Ellery & Stone Capital", "m.ellery@ellery-stone.example"),
  createDemoCustomer("Sofia", "Lindqvist", "Fjord Logistics AB", "sofia@fjord-logistics.example"),
  createDemoCustomer("Daniel", "Okafor", "Brightline Insurance Group", "daniel.okafor@brightline.example"),
  createDemoCustomer("Hannah", "Weiss", "Weiss Robotics", "hannah@weiss-robotics.example"),
  createDemoCustomer("Tomás", "Herrera", "Altiplano Energy", "therrera@altiplano.example"),
];

export type SeedCustomers = {
  /** The demo customers of the host application, followed by others if it passes fewer than two. */
  clients: [Customer, Customer, ...Customer[]];
  /** Does not match any client of the host application. */
  unmatched: Customer;
  /** The result of merging two customers. */
  merged: Customer;
  /** Two contacts of one company that share a mailbox. */
  shared: [Customer, Customer];
};

export function seedCustomers(change: Change, demoCustomers: DemoCustomer[], now: Date): SeedCustomers {
  const demoAccounts = demoCustomers.length >= 2 ? demoCustomers : [...demoCustomers, ...FALLBACK_CUSTOMERS];
  const create = (customer: DemoCustomer) => {
    const { createdDaysAgo } = customer;
    const at = createdDaysAgo === undefined ? change.at : businessTimeDaysAgo(now, createdDaysAgo);
    return createCustomer({ ...change, at }, toCustomerFields(customer));
  };
  const [first, second, ...rest] = demoAccounts.map(create);
  if (!first || !second) {
    throw new Error("The seed requires at least two customers.");
  }
  const mailbox = "accounts@corvid-analytics.example";
  const duplicates: [Customer, Customer] = [
    create(createDemoCustomer("Elena", "Petrova", "Meridian Biologics", "elena@meridian-bio.example")),
    create(createDemoCustomer("E.", "Petrova", "Meridian Biologics Inc.", "e.petrova@meridian-bio.example")),
  ];
  return {
    clients: [first, second, ...rest],
    unmatched: create(
      createDemoCustomer("Walter", "Haines", "Halden Freight Systems", "whaines@halden-freight.example"),
    ),
    merged: mergeCustomers(change, duplicates),
    shared: [
      create(createDemoCustomer("Noor", "Haddad", "Corvid Analytics", mailbox)),
      create(createDemoCustomer("James", "Whitlock", "Corvid Analytics (Procurement)", mailbox)),
    ],
  };
}

function createDemoCustomer(
  givenName: string,
  familyName: string,
  companyName: string,
  email: string,
): DemoCustomer {
  return { givenName, familyName, companyName, email };
}

function toCustomerFields(customer: DemoCustomer) {
  return {
    given_name: customer.givenName,
    family_name: customer.familyName,
    company_name: customer.companyName,
    email_address: customer.email,
    reference_id: customer.referenceId,
    creation_source: "DIRECTORY",
  };
}
