import { beforeAll, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aPaymentWorld, type PaymentWorld } from "#tests/support/payment-world.ts";

const customer = { givenName: "Ada", familyName: "M", companyName: "Ada Health", email: "ada@example.com" };

let world: PaymentWorld;
let client: TestClient;
beforeAll(async () => {
  world = await aPaymentWorld({ simulator: { seed: { invoiceCount: 60 }, demoCustomers: [customer] } });
  client = await aClient(world, { company: customer.companyName, email: customer.email });
  await world.connect();
  await world.sync();
});

const ask = (path = "", init: Parameters<PaymentWorld["ask"]>[1] = {}) =>
  world.ask(`/api/admin/square${path}`, { as: "administrator", ...init });
const read = async (path = "") => (await ask(path)).json();
/** Runs are told apart by when they began. */
const later = () => {
  world.clock.now = new Date(world.clock.now.getTime() + 1000);
};
const compare = async () => {
  later();
  const started = await ask("/compare", { method: "POST" });
  expect(started.status).toBe(202);
  await world.work();
  return (await read()).comparison;
};
const published = () =>
  Object.values(world.simulator.state().invoices).filter(({ status }) => status !== "DRAFT");
const audit = async (table: string) =>
  (
    await world.pool.query(
      "select actor, action, row_id, before, after from public.audit_log where table_name = $1 order by id",
      [table],
    )
  ).rows;

test("everything here is for administrators alone", async () => {
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/runs"],
    ["GET", "/events"],
    ["POST", "/compare"],
    ["POST", "/events/one/replay"],
    ["POST", "/let-go"],
  ] as const) {
    const body = method === "POST" ? "{}" : undefined;
    const stranger = await world.ask(`/api/admin/square${path}`, { method, ...(body ? { body } : {}) });
    expect([path, stranger.status]).toEqual([path, 401]);
    expect((await ask(path, { method, as: "client", ...(body ? { body } : {}) })).status).toBe(403);
  }
});

test("nonsense is refused and asks nothing of the database", async () => {
  for (const path of [
    "/runs?page=0",
    "/runs?page=x",
    "/runs?page=1e9",
    "/events?show=secrets",
    "/events?page=-1",
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 400]);
  for (const id of ["unknown", "%00", "%F0%9F%98%80", "a".repeat(300)])
    expect([id, (await ask(`/events/${id}/replay`, { method: "POST" })).status]).toEqual([id, 404]);
});

test("the connection is told with its permissions and age, never with a token", async () => {
  const answer = await ask();
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = await answer.text();
  expect(JSON.parse(text).connection).toMatchObject({
    merchantId: world.simulator.state().merchant.id,
    merchantName: "Wardline",
    scopes: expect.arrayContaining(["INVOICES_READ", "SUBSCRIPTIONS_READ"]),
    connectedAt: "2026-11-21T17:00:00.000Z",
  });
  for (const token of Object.values(world.simulator.state().tokens))
    expect(text).not.toContain(token.accessToken);
});

describe("a run's report", () => {
  test("counts new, changed, unchanged, unmatched and refused ones, and names the last two with reasons", async () => {
    world.simulator.fault({ kind: "other-currency", currency: "JPY", operation: "ListInvoices" });
    later();
    await world.sync();
    world.simulator.clearFaults();
    const { runs, total } = await read("/runs");
    expect(total).toBe(2);
    const [second, first] = runs;
    expect(first).toMatchObject({ cause: "button", state: "succeeded", expected: null });
    expect(first.report).toMatchObject({
      new: published().length,
      changed: 0,
      unchanged: 0,
      refusedCount: 0,
    });
    expect(second).toMatchObject({ expected: first.seen, seen: first.seen });
    expect(second.report).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: published().length - 1,
      refusedCount: 1,
      refused: [{ invoice: expect.any(String), reason: "is in JPY, not in US dollars" }],
    });
    const { unmatched, unmatchedInvoices } = second.report;
    expect(unmatched).toBeGreaterThan(0);
    expect(unmatchedInvoices).toHaveLength(unmatched);
    expect(unmatchedInvoices[0]).toEqual({
      invoice: expect.any(String),
      reason: "no client has the customer's e-mail address",
    });
  });

  test("of a failed run says what, and the run after it is whole again", async () => {
    world.simulator.fault({ kind: "html", operation: "ListInvoices" });
    later();
    await world.sync();
    world.simulator.clearFaults();
    expect((await read("/runs")).runs[0]).toMatchObject({
      state: "failed",
      error: "Square's answer could not be read.",
    });
  });
});

describe("a comparison", () => {
  test("finds nothing where nothing has drifted, and both sides add up to the cent", async () => {
    const found = await compare();
    const cents = (of: "computed_amount_money" | "total_completed_amount_money") =>
      published()
        .flatMap((invoice) => invoice.payment_requests)
        .reduce((sum, request) => sum + (request[of]?.amount ?? 0), 0);
    expect(found).toMatchObject({ found: 0, left: 0, differences: [] });
    expect(found.square).toEqual(found.portal);
    expect(found.before).toEqual(found.portal);
    expect(found.square).toMatchObject({
      invoices: published().length,
      amountCents: cents("computed_amount_money"),
      versions: published().reduce((sum, { version }) => sum + version, 0),
    });
    expect(found.square.paidCents).toBeLessThanOrEqual(cents("total_completed_amount_money"));
  });

  test("names each invoice that drifted and mends it; what Square no longer has is told and stays", async () => {
    const { rows } = await world.pool.query(
      `select square_invoice_id as id, invoice_number as number from public.invoices
        where status = 'pending' order by square_invoice_id limit 4`,
    );
    const [lost, late, wrong, gone] = rows;
    await world.pool.query("delete from public.invoices where square_invoice_id = $1", [lost.id]);
    await world.pool.query(
      "update public.invoices set square_version = square_version - 1, status = 'paid' where square_invoice_id = $1",
      [late.id],
    );
    await world.pool.query("update public.invoices set amount = amount + 1 where square_invoice_id = $1", [
      wrong.id,
    ]);
    world.simulator.change(({ state }) => {
      delete state.invoices[gone.id];
    });
    const found = await compare();
    expect(found).toMatchObject({ found: 4, left: 1 });
    const byInvoice = Object.fromEntries(
      found.differences.map((each: { invoice: string }) => [each.invoice, each]),
    );
    expect(byInvoice[lost.number]).toMatchObject({ kind: "missing", what: "was not here", isMended: true });
    expect(byInvoice[late.number]).toMatchObject({ kind: "older", isMended: true });
    expect(byInvoice[late.number].what).toMatch(
      /^version \d+ here, \d+ at Square; status paid here, \w+ at Square$/,
    );
    expect(byInvoice[wrong.number]).toMatchObject({ kind: "unequal", isMended: true });
    expect(byInvoice[wrong.number].what).toMatch(/^amount [\d.]+ here, [\d.]+ at Square$/);
    expect(byInvoice[gone.number]).toMatchObject({ kind: "not-at-square", isMended: false });
    expect(found.portal.invoices).toBe(found.square.invoices + 1);
    const kept = await world.pool.query("select 1 from public.invoices where square_invoice_id = $1", [
      gone.id,
    ]);
    expect(kept.rowCount).toBe(1);
    await world.pool.query("delete from public.invoices where square_invoice_id = $1", [gone.id]);
    expect(await compare()).toMatchObject({ found: 0, left: 0 });
  });

  test("does not take an invoice for lost that the list left out while it changed", async () => {
    world.simulator.fault({ kind: "missed-item", operation: "ListInvoices" });
    expect(await compare()).toMatchObject({ found: 0, left: 0 });
    world.simulator.clearFaults();
  });

  test("by schedule does the same, and nothing where a run is under way or nothing is connected", async () => {
    later();
    await world.payments.reconcile();
    await world.payments.reconcile();
    await world.work();
    const { runs } = await read("/runs");
    expect(runs.filter(({ cause }: { cause: string }) => cause === "schedule")).toMatchObject([
      { state: "succeeded", found: 0, left: 0, requestedBy: null },
    ]);
    const lonely = await aPaymentWorld();
    await lonely.payments.reconcile();
    expect((await lonely.pool.query("select from private.sync_runs")).rows).toEqual([]);
  });
});

describe("events", () => {
  test("are listed with what became of them, and replayed on an administrator's word", async () => {
    const invoice = published().find(
      (each) => each.status === "UNPAID" && each.primary_recipient.email_address === customer.email,
    );
    if (!invoice) throw new Error("the seed has no unpaid invoice");
    world.simulator.pay(invoice.id, { amount: "all" });
    await world.hear();
    const { events, total } = await read("/events?show=applied");
    expect(total).toBeGreaterThan(0);
    const paid = events.find(({ subject }: { subject: string }) => subject === invoice.id);
    expect(paid).toMatchObject({ outcome: "applied", attempts: 1, processedAt: expect.any(String) });
    expect(JSON.stringify(events)).not.toContain(customer.email);
    // Something has gone wrong with our row since: the same event brings it back.
    await world.pool.query("update public.invoices set status = 'pending' where square_invoice_id = $1", [
      invoice.id,
    ]);
    const replayed = await ask(`/events/${paid.id}/replay`, { method: "POST" });
    expect(replayed.status).toBe(202);
    expect((await read("/events?show=waiting")).total).toBe(1);
    await world.work();
    const { rows } = await world.pool.query(
      "select status from public.invoices where square_invoice_id = $1",
      [invoice.id],
    );
    expect(rows).toEqual([{ status: "paid" }]);
    expect((await read("/events?show=waiting")).total).toBe(0);
    expect(await audit("webhook_events")).toEqual([
      expect.objectContaining({ actor: world.adminId, action: "replay", row_id: paid.id }),
    ]);
  });
});

describe("clients and Square's customers", () => {
  test("a client found by e-mail is remembered by its customer, and the log says so", async () => {
    const { rows } = await world.pool.query(
      "select square_customer_id as id from public.clients where id = $1",
      [client.id],
    );
    expect(world.simulator.state().customers[rows[0].id]?.email_address).toBe(customer.email);
    expect(await audit("clients")).toContainEqual({
      actor: "Square",
      action: "update",
      row_id: client.id,
      before: { square_customer_id: null },
      after: { square_customer_id: rows[0].id },
    });
  });

  test("a customer that gets a known address brings its invoices to the client, and takes none from another", async () => {
    const { rows } = await world.pool.query(
      `select square_customer_id as id, count(*)::int from public.invoices
        where client_id is null and square_customer_id is not null group by 1 order by 2 desc, 1 limit 1`,
    );
    const [waiting] = rows;
    const late = await aClient(world, { company: "Late", email: "late@example.com" });
    const assigned = await world.pool.query(
      `update public.invoices set client_id = $2, client_assigned_manually = true
        where id = (select id from public.invoices where square_customer_id = $1 order by id limit 1) returning id`,
      [waiting.id, client.id],
    );
    world.simulator.updateCustomer(waiting.id, { email_address: "late@example.com" });
    await world.hear();
    const after = await world.pool.query(
      "select client_id, count(*)::int from public.invoices where square_customer_id = $1 group by 1 order by 2",
      [waiting.id],
    );
    expect(after.rows).toContainEqual({ client_id: client.id, count: assigned.rowCount });
    expect(after.rows).not.toContainEqual(expect.objectContaining({ client_id: null }));
    const moved = (await audit("invoices")).filter(({ actor }) => actor === "Square");
    expect(moved).toHaveLength(waiting.count - 1);
    expect(moved[0]).toMatchObject({ before: { client_id: null }, after: { client_id: late.id } });
  });
});
