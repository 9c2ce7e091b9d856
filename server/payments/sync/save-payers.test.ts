import { beforeEach, expect, test } from "vitest";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";

const CUSTOMER = { givenName: "Ada", familyName: "M", companyName: "Ada Health", email: "ada@example.com" };
const PAYER = { payer_name: "Ada Health", payer_email: "ada@example.com" };

let fixture: SquareEnvironment;
let client: TestClient;
let customerId: string;
beforeEach(async () => {
  fixture = await createSquareEnvironment({
    simulator: { seed: { invoiceCount: 20 }, demoCustomers: [CUSTOMER] },
  });
  client = await createTestClient(fixture, { company: "Bell Capital", email: "bo@example.com" });
  await fixture.connect();
  const customers = Object.values(fixture.simulator.state().customers);
  customerId = customers.find((customer) => customer.email_address === CUSTOMER.email)?.id ?? "";
});

/** The different payers of the customer's invoices. */
const readPayers = async () =>
  (
    await fixture.pool.query(
      `select distinct payer.payer_name, payer.payer_email
         from public.invoices as invoice left join public.invoice_payers as payer on payer.invoice_id = invoice.id
        where invoice.square_customer_id = $1`,
      [customerId],
    )
  ).rows;
const assign = (isManual: boolean) =>
  fixture.pool.query(
    "update public.invoices set client_id = $1, client_assigned_manually = $2 where square_customer_id = $3",
    [client.id, isManual, customerId],
  );
const updateEmail = async (email_address: string) => {
  fixture.simulator.updateCustomer(customerId, { email_address });
  await fixture.receiveWebhooks();
};

test("a sync saves the payers of invoices without a client, also of those that have not changed", async () => {
  await fixture.sync();
  expect(await readPayers()).toEqual([PAYER]);
  await fixture.pool.query("delete from public.invoice_payers");
  await fixture.sync();
  expect(await readPayers()).toEqual([PAYER]);
});

test("an event about a new invoice saves its payer", async () => {
  const [invoice] = Object.values(fixture.simulator.state().invoices).filter(
    ({ status, primary_recipient }) => status === "UNPAID" && primary_recipient.customer_id === customerId,
  );
  if (!invoice) {
    throw new Error("the seed has no unpaid invoice of the customer");
  }
  fixture.simulator.cancel(invoice.id);
  await fixture.receiveWebhooks();
  expect(await readPayers()).toEqual([PAYER]);
});

test("an event about the customer updates the payer", async () => {
  await fixture.sync();
  await fixture.pool.query("delete from private.webhook_events");
  fixture.simulator.updateCustomer(customerId, { company_name: "Ada Care" });
  await fixture.receiveWebhooks();
  expect(await readPayers()).toEqual([{ ...PAYER, payer_name: "Ada Care" }]);
  const { rows } = await fixture.pool.query("select outcome from private.webhook_events");
  expect(rows).toEqual([{ outcome: "applied" }]);
});

test("an invoice that an administrator assigns keeps its payer, and shows it again without a client", async () => {
  await fixture.sync();
  await assign(true);
  await updateEmail("late@example.com");
  await fixture.sync();
  expect(await readPayers()).toEqual([PAYER]);
  const countListed = async () =>
    (await fixture.pool.query("select from public.invoice_list where payer_name = $1", [PAYER.payer_name]))
      .rowCount;
  expect(await countListed()).toBe(0);
  await fixture.pool.query("update public.invoices set client_id = null, client_assigned_manually = false");
  expect(await countListed()).toBeGreaterThan(0);
});

test("an invoice whose customer matches a client has no payer", async () => {
  await fixture.sync();
  await updateEmail("bo@example.com");
  expect(await readPayers()).toEqual([{ payer_name: null, payer_email: null }]);
  await fixture.sync();
  expect(await readPayers()).toEqual([{ payer_name: null, payer_email: null }]);
});

test("a payer without a name or an email address in Square is removed", async () => {
  await fixture.sync();
  fixture.simulator.updateCustomer(customerId, {
    email_address: "",
    given_name: "",
    family_name: "",
    company_name: "",
  });
  await fixture.receiveWebhooks();
  expect(await readPayers()).toEqual([{ payer_name: null, payer_email: null }]);
});

test.each([
  "owner",
  "billing",
  "technical",
  "auditor",
] as const)("a client's %s can read no payer", async (role) => {
  await fixture.sync();
  await assign(true);
  const member = await createMember(fixture, client.id, role);
  await runAs(fixture.pool, toCaller(member), async (connection) => {
    expect((await connection.query("select * from public.invoice_payers")).rows).toEqual([]);
    const listed = await connection.query(
      "select from public.invoice_list where payer_name is not null or payer_email is not null",
    );
    expect(listed.rows).toEqual([]);
  });
});
