import { expect, test } from "vitest";
import { dateIn } from "../rules/dates.ts";
import { createTestSimulator, NOON } from "../test-support/test-simulator.ts";

const STATUSES = [
  "DRAFT",
  "SCHEDULED",
  "UNPAID",
  "PARTIALLY_PAID",
  "PAYMENT_PENDING",
  "PAID",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
  "CANCELED",
  "FAILED",
];

const DEMO_CUSTOMERS = [
  {
    givenName: "Ada",
    familyName: "One",
    companyName: "First Client",
    email: "ada@first.example",
    referenceId: "c-1",
  },
  { givenName: "Ben", familyName: "Two", companyName: "Second Client", email: "ben@second.example" },
];

test("the seed covers all statuses, schedules and unusual customers", async () => {
  const simulator = createTestSimulator({ demoCustomers: DEMO_CUSTOMERS });
  const state = simulator.state();
  const invoices = Object.values(state.invoices);
  const locations = Object.values(state.locations);
  const [main = "", west = "", closed = ""] = ["New York", "San Francisco", "Chicago (closed)"].map(
    (name) => locations.find((location) => location.name === name)?.id,
  );
  const inLocation = (id: string) => invoices.filter((invoice) => invoice.location_id === id);

  expect(inLocation(main).length).toBeGreaterThan(200);
  expect(inLocation(west).length).toBeGreaterThan(20);
  expect(inLocation(closed)).toHaveLength(1);
  expect(state.locations[closed]?.status).toBe("INACTIVE");
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(STATUSES));
  const scheduleTypes = new Set(invoices.map((invoice) => scheduleType(invoice.payment_requests)));
  for (const type of ["BALANCE", "DEPOSIT BALANCE", "INSTALLMENT", "DEPOSIT INSTALLMENT"]) {
    expect(scheduleTypes).toContain(type);
  }
  expect(invoices.some((invoice) => invoice.payment_requests.length === 13)).toBe(true);
  expect(Object.keys(state.mergedCustomers)).toHaveLength(2);
  const emails = Object.values(state.customers).map((customer) => customer.email_address);
  expect(new Set(emails).size).toBe(emails.length - 1);
  for (const id of [main, west]) {
    const today = dateIn(state.locations[id]?.timezone ?? "UTC", NOON);
    const dueToday = inLocation(id).filter(
      (invoice) => invoice.status === "UNPAID" && invoice.payment_requests[0]?.due_date === today,
    );
    expect(dueToday.length).toBeGreaterThan(0);
  }
  const totals = invoices.map((invoice) => totalAmount(invoice.payment_requests));
  expect(totals).toContain(123_456_789);
  for (const invoice of invoices) {
    expect(state.orders[invoice.order_id]?.total_money.amount).toBe(totalAmount(invoice.payment_requests));
  }
  const counts = DEMO_CUSTOMERS.map(
    ({ email }) => invoices.filter((invoice) => invoice.primary_recipient.email_address === email).length,
  );
  expect(counts).toEqual([26, 10]);
  const withUnpaidInvoice = Object.values(state.subscriptions).filter((subscription) =>
    (subscription.invoice_ids ?? []).some((id) => state.invoices[id]?.status === "UNPAID"),
  );
  expect(withUnpaidInvoice.length).toBeGreaterThan(0);
  await simulator.close();
});

test("generated invoices are newer than their customers, and a retest costs less than the test", async () => {
  const customers = [...DEMO_CUSTOMERS, ...DEMO_CUSTOMERS].map((customer, index) => ({
    ...customer,
    email: `${index}@client.example`,
    createdDaysAgo: [400, 400, 60, 720][index],
  }));
  const simulator = createTestSimulator({ demoCustomers: customers });
  const state = simulator.state();
  const invoicesOf = (email: string) =>
    Object.values(state.invoices).filter(
      ({ primary_recipient }) => primary_recipient.email_address === email,
    );
  for (const { email } of customers) {
    const customer = Object.values(state.customers).find(({ email_address }) => email_address === email);
    const invoices = invoicesOf(email);
    expect(invoices.length).toBeGreaterThan(5);
    expect(invoices.filter(({ created_at }) => created_at < (customer?.created_at ?? ""))).toEqual([]);
  }
  expect(invoicesOf("3@client.example").length).toBeGreaterThan(100);
  const tests = Object.values(state.orders).filter(({ line_items }) => line_items.length > 1);
  const retests = tests.flatMap(({ line_items, total_money }) =>
    line_items
      .filter(({ name }) => name === "Retest")
      .map(({ total_money: price }) => price.amount / total_money.amount),
  );
  expect(retests.length).toBeGreaterThan(5);
  expect(Math.max(...retests)).toBeLessThan(0.2);
  await simulator.close();
});

test("the same seed creates the same state", async () => {
  const [first, second] = [
    createTestSimulator({ demoCustomers: DEMO_CUSTOMERS }),
    createTestSimulator({ demoCustomers: DEMO_CUSTOMERS }),
  ];
  expect(first.state()).toEqual(second.state());
  await Promise.all([first.close(), second.close()]);
});

function scheduleType(requests: { request_type: string }[]): string {
  return [...new Set(requests.map((request) => request.request_type))].join(" ");
}

function totalAmount(requests: { computed_amount_money: { amount: number } }[]): number {
  return requests.reduce((sum, request) => sum + request.computed_amount_money.amount, 0);
}
