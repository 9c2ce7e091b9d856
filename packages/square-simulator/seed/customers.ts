import { createCustomer, mergeCustomers } from "../actions/customers.ts";
import type { DemoCustomer } from "../options.ts";
import type { Change } from "../state/store.ts";
import type { Customer } from "../wire/seller.ts";

/** Customers when the product names too few of its own. */
const OTHERS: DemoCustomer[] = [
  person("Priya", "Raman", "Northwind Health Systems", "priya.raman@northwind-health.example"),
  person("Marcus", "Ellery", "Ellery & Stone Capital", "m.ellery@ellery-stone.example"),
  person("Sofia", "Lindqvist", "Fjord Logistics AB", "sofia@fjord-logistics.example"),
  person("Daniel", "Okafor", "Brightline Insurance Group", "daniel.okafor@brightline.example"),
  person("Hannah", "Weiss", "Weiss Robotics", "hannah@weiss-robotics.example"),
  person("Tomás", "Herrera", "Altiplano Energy", "therrera@altiplano.example"),
];

export type SeededCustomers = {
  /** The clients that can sign in come first. */
  clients: [Customer, Customer, ...Customer[]];
  /** Known to nobody but Square. */
  unmatched: Customer;
  /** Left over when two entries of one customer were merged. */
  merged: Customer;
  /** Two people of one company share its mailbox. */
  shared: [Customer, Customer];
};

export function seedCustomers(change: Change, demoCustomers: DemoCustomer[]): SeededCustomers {
  const wanted = demoCustomers.length >= 2 ? demoCustomers : [...demoCustomers, ...OTHERS];
  const [first, second, ...rest] = wanted.map((each) => createCustomer(change, fieldsOf(each)));
  if (!first || !second) throw new Error("The seed needs two customers.");
  const create = (each: DemoCustomer) => createCustomer(change, fieldsOf(each));
  const mailbox = "accounts@corvid-analytics.example";
  const doubles: [Customer, Customer] = [
    create(person("Elena", "Petrova", "Meridian Biologics", "elena@meridian-bio.example")),
    create(person("E.", "Petrova", "Meridian Biologics Inc.", "e.petrova@meridian-bio.example")),
  ];
  return {
    clients: [first, second, ...rest],
    unmatched: create(person("Walter", "Haines", "Halden Freight Systems", "whaines@halden-freight.example")),
    merged: mergeCustomers(change, doubles),
    shared: [
      create(person("Noor", "Haddad", "Corvid Analytics", mailbox)),
      create(person("James", "Whitlock", "Corvid Analytics (Procurement)", mailbox)),
    ],
  };
}

function person(givenName: string, familyName: string, companyName: string, email: string): DemoCustomer {
  return { givenName, familyName, companyName, email };
}

function fieldsOf(customer: DemoCustomer) {
  return {
    given_name: customer.givenName,
    family_name: customer.familyName,
    company_name: customer.companyName,
    email_address: customer.email,
    reference_id: customer.referenceId,
    creation_source: "DIRECTORY",
  };
}
