import { beforeAll, describe, expect, test } from "vitest";
import { startScheduledComparison } from "#server/payments/sync/start-sync.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";

const CUSTOMER = { givenName: "Ada", familyName: "M", companyName: "Ada Health", email: "ada@example.com" };

let fixture: SquareEnvironment;
let client: TestClient;
beforeAll(async () => {
  fixture = await createSquareEnvironment({
    simulator: { seed: { invoiceCount: 60 }, demoCustomers: [CUSTOMER] },
  });
  client = await createTestClient(fixture, { company: CUSTOMER.companyName, email: CUSTOMER.email });
  await fixture.connect();
  await fixture.sync();
});

const callSquareApi = (path = "", init: Parameters<SquareEnvironment["request"]>[1] = {}) =>
  fixture.request(`/api/admin/square${path}`, { as: "administrator", ...init });
const readJson = async (path = "") => (await callSquareApi(path)).json();
/** Gives the next run a later start time, because runs are ordered by it. */
const advanceClock = () => {
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 1000);
};
const compare = async () => {
  advanceClock();
  const started = await callSquareApi("/compare", { method: "POST" });
  expect(started.status).toBe(202);
  await fixture.runJobs();
  return (await readJson()).comparison;
};
const listPublishedInvoices = () =>
  Object.values(fixture.simulator.state().invoices).filter(({ status }) => status !== "DRAFT");
const readAuditLog = async (table: string) =>
  (
    await fixture.pool.query(
      "select actor, action, row_id, before, after from public.audit_log where table_name = $1 order by id",
      [table],
    )
  ).rows;

test("rejects every caller except administrators", async () => {
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/runs"],
    ["GET", "/events"],
    ["POST", "/compare"],
    ["POST", "/events/one/replay"],
    ["POST", "/release"],
  ] as const) {
    const body = method === "POST" ? "{}" : undefined;
    const anonymousResponse = await fixture.request(`/api/admin/square${path}`, {
      method,
      ...(body ? { body } : {}),
    });
    expect([path, anonymousResponse.status]).toEqual([path, 401]);
    expect((await callSquareApi(path, { method, as: "client", ...(body ? { body } : {}) })).status).toBe(403);
  }
});

test("rejects invalid input without querying the database", async () => {
  for (const path of [
    "/runs?page=0",
    "/runs?page=x",
    "/runs?page=1e9",
    "/events?show=secrets",
    "/events?page=-1",
  ]) {
    expect([path, (await callSquareApi(path)).status]).toEqual([path, 400]);
  }
  for (const id of ["unknown", "%00", "%F0%9F%98%80", "a".repeat(300)]) {
    expect([id, (await callSquareApi(`/events/${id}/replay`, { method: "POST" })).status]).toEqual([id, 404]);
  }
});

test("returns the connection's permissions and age, never a token", async () => {
  const response = await callSquareApi();
  expect(response.headers.get("cache-control")).toBe("no-store");
  const text = await response.text();
  expect(JSON.parse(text).connection).toMatchObject({
    merchantId: fixture.simulator.state().merchant.id,
    merchantName: "Wardline",
    scopes: expect.arrayContaining(["INVOICES_READ", "SUBSCRIPTIONS_READ"]),
    connectedAt: "2026-11-21T17:00:00.000Z",
  });
  for (const token of Object.values(fixture.simulator.state().tokens)) {
    expect(text).not.toContain(token.accessToken);
  }
});

describe("a run's report", () => {
  test("counts new, changed, unchanged, unmatched and rejected invoices and lists the last two with reasons", async () => {
    fixture.simulator.addFault({ kind: "other-currency", currency: "JPY", operation: "ListInvoices" });
    advanceClock();
    await fixture.sync();
    fixture.simulator.clearFaults();
    const { runs, total } = await readJson("/runs");
    expect(total).toBe(2);
    const [second, first] = runs;
    expect(first).toMatchObject({ cause: "button", status: "succeeded", expected: null });
    expect(first.report).toMatchObject({
      new: listPublishedInvoices().length,
      changed: 0,
      unchanged: 0,
      rejectedCount: 0,
    });
    expect(second).toMatchObject({ expected: first.seen, seen: first.seen });
    expect(second.report).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: listPublishedInvoices().length - 1,
      rejectedCount: 1,
      rejected: [{ invoice: expect.any(String), reason: "Currency is JPY, not USD" }],
    });
    const { unmatched, unmatchedInvoices } = second.report;
    expect(unmatched).toBeGreaterThan(0);
    expect(unmatchedInvoices).toHaveLength(unmatched);
    expect(unmatchedInvoices[0]).toEqual({
      invoice: expect.any(String),
      reason: "No client has this email",
      squareInvoiceId: expect.any(String),
    });
  });

  test("reports why a run failed, and the next run succeeds", async () => {
    fixture.simulator.addFault({ kind: "html", operation: "ListInvoices" });
    advanceClock();
    await fixture.sync();
    fixture.simulator.clearFaults();
    expect((await readJson("/runs")).runs[0]).toMatchObject({
      status: "failed",
      error: "We couldn't read Square's response.",
    });
  });
});

describe("a comparison", () => {
  test("finds no differences when both sides match to the cent", async () => {
    const comparison = await compare();
    const sumCents = (of: "computed_amount_money" | "total_completed_amount_money") =>
      listPublishedInvoices()
        .flatMap((invoice) => invoice.payment_requests)
        .reduce((sum, request) => sum + (request[of]?.amount ?? 0), 0);
    expect(comparison).toMatchObject({ found: 0, left: 0, differences: [] });
    expect(comparison.square).toEqual(comparison.portal);
    expect(comparison.before).toEqual(comparison.portal);
    expect(comparison.square).toMatchObject({
      invoices: listPublishedInvoices().length,
      amountCents: sumCents("computed_amount_money"),
      versions: listPublishedInvoices().reduce((sum, { version }) => sum + version, 0),
    });
    expect(comparison.square.paidCents).toBeLessThanOrEqual(sumCents("total_completed_amount_money"));
  });

  test("reports and fixes each difference, and reports but keeps invoices that Square no longer has", async () => {
    const { rows } = await fixture.pool.query(
      `select square_invoice_id as id, invoice_number as number from public.invoices
        where status = 'pending' order by square_invoice_id limit 4`,
    );
    const [missing, outdated, unequal, deletedAtSquare] = rows;
    await fixture.pool.query("delete from public.invoices where square_invoice_id = $1", [missing.id]);
    await fixture.pool.query(
      "update public.invoices set square_version = square_version - 1, status = 'paid' where square_invoice_id = $1",
      [outdated.id],
    );
    await fixture.pool.query("update public.invoices set amount = amount + 1 where square_invoice_id = $1", [
      unequal.id,
    ]);
    fixture.simulator.change(({ state }) => {
      delete state.invoices[deletedAtSquare.id];
    });
    const comparison = await compare();
    expect(comparison).toMatchObject({ found: 4, left: 1 });
    const differencesByInvoice = Object.fromEntries(
      comparison.differences.map((each: { invoice: string }) => [each.invoice, each]),
    );
    expect(differencesByInvoice[missing.number]).toMatchObject({
      kind: "missing",
      details: "missing in the portal",
      isFixed: true,
    });
    expect(differencesByInvoice[outdated.number]).toMatchObject({ kind: "older", isFixed: true });
    expect(differencesByInvoice[outdated.number].details).toMatch(
      /^version \d+ in the portal, \d+ in Square; status paid in the portal, \w+ in Square$/,
    );
    expect(differencesByInvoice[unequal.number]).toMatchObject({ kind: "unequal", isFixed: true });
    expect(differencesByInvoice[unequal.number].details).toMatch(
      /^amount [\d.]+ in the portal, [\d.]+ in Square$/,
    );
    expect(differencesByInvoice[deletedAtSquare.number]).toMatchObject({
      kind: "not-at-square",
      isFixed: false,
    });
    expect(comparison.portal.invoices).toBe(comparison.square.invoices + 1);
    const keptInvoice = await fixture.pool.query(
      "select 1 from public.invoices where square_invoice_id = $1",
      [deletedAtSquare.id],
    );
    expect(keptInvoice.rowCount).toBe(1);
    await fixture.pool.query("delete from public.invoices where square_invoice_id = $1", [
      deletedAtSquare.id,
    ]);
    expect(await compare()).toMatchObject({ found: 0, left: 0 });
  });

  test("reports a stored invoice once if it can no longer be stored", async () => {
    const [invoice] = listPublishedInvoices();
    const setCurrency = (currency: string) =>
      fixture.simulator.change(({ state }) => {
        const [request] = state.invoices[invoice?.id ?? ""]?.payment_requests ?? [];
        Object.assign(request?.computed_amount_money ?? {}, { currency });
      });
    setCurrency("JPY");
    expect(await compare()).toMatchObject({
      found: 1,
      left: 1,
      differences: [{ kind: "rejected", invoice: invoice?.invoice_number }],
    });
    setCurrency("USD");
    expect(await compare()).toMatchObject({ found: 0, left: 0 });
  });

  test("does not report an invoice as missing if it changed while the list was read", async () => {
    fixture.simulator.addFault({ kind: "missed-item", operation: "ListInvoices" });
    expect(await compare()).toMatchObject({ found: 0, left: 0 });
    fixture.simulator.clearFaults();
  });

  test("runs on schedule, but not during another run or without a connection", async () => {
    advanceClock();
    await startScheduledComparison(fixture.payments);
    await startScheduledComparison(fixture.payments);
    await fixture.runJobs();
    const { runs } = await readJson("/runs");
    expect(runs.filter(({ cause }: { cause: string }) => cause === "schedule")).toMatchObject([
      { status: "succeeded", found: 0, left: 0, requestedBy: null },
    ]);
    const disconnected = await createSquareEnvironment();
    await startScheduledComparison(disconnected.payments);
    expect((await disconnected.pool.query("select from private.sync_runs")).rows).toEqual([]);
  });
});

describe("events", () => {
  test("are listed with their outcome and replayed by an administrator", async () => {
    const invoice = listPublishedInvoices().find(
      (each) => each.status === "UNPAID" && each.primary_recipient.email_address === CUSTOMER.email,
    );
    if (!invoice) {
      throw new Error("the seed has no unpaid invoice");
    }
    fixture.simulator.pay(invoice.id, { amount: "all" });
    await fixture.receiveWebhooks();
    const { events, total } = await readJson("/events?show=applied");
    expect(total).toBeGreaterThan(0);
    // Only one of the payment's events is applied, the one that is processed first.
    const subjects = [
      invoice.id,
      ...(fixture.simulator.state().orders[invoice.order_id]?.tenders ?? []).map(({ id }) => id),
    ];
    const paymentEvent = events.find(({ subject }: { subject: string }) => subjects.includes(subject));
    expect(paymentEvent).toMatchObject({ outcome: "applied", attempts: 1, processedAt: expect.any(String) });
    expect(JSON.stringify(events)).not.toContain(CUSTOMER.email);
    // Corrupt the row. Replaying the event must restore it.
    await fixture.pool.query("update public.invoices set status = 'pending' where square_invoice_id = $1", [
      invoice.id,
    ]);
    const replayed = await callSquareApi(`/events/${paymentEvent.id}/replay`, { method: "POST" });
    expect(replayed.status).toBe(202);
    expect((await readJson("/events?show=waiting")).total).toBe(1);
    await fixture.runJobs();
    const { rows } = await fixture.pool.query(
      "select status from public.invoices where square_invoice_id = $1",
      [invoice.id],
    );
    expect(rows).toEqual([{ status: "paid" }]);
    expect((await readJson("/events?show=waiting")).total).toBe(0);
    expect(await readAuditLog("webhook_events")).toEqual([
      expect.objectContaining({ actor: fixture.adminId, action: "replay", row_id: paymentEvent.id }),
    ]);
  });
});

describe("clients and Square's customers", () => {
  test("stores the Square customer of a client matched by email, with an audit entry", async () => {
    const { rows } = await fixture.pool.query(
      "select square_customer_id as id from public.clients where id = $1",
      [client.id],
    );
    expect(fixture.simulator.state().customers[rows[0].id]?.email_address).toBe(CUSTOMER.email);
    expect(await readAuditLog("clients")).toContainEqual({
      actor: "Square",
      action: "update",
      row_id: client.id,
      before: { square_customer_id: null },
      after: { square_customer_id: rows[0].id },
    });
  });

  test("assigns a customer's invoices to the client with its new email address, except invoices of another client", async () => {
    const { rows } = await fixture.pool.query(
      `select square_customer_id as id, count(*)::int from public.invoices
        where client_id is null and square_customer_id is not null group by 1 order by 2 desc, 1 limit 1`,
    );
    const [unassigned] = rows;
    const newClient = await createTestClient(fixture, { company: "Late", email: "late@example.com" });
    const assignedManually = await fixture.pool.query(
      `update public.invoices set client_id = $2, client_assigned_manually = true
        where id = (select id from public.invoices where square_customer_id = $1 order by id limit 1) returning id`,
      [unassigned.id, client.id],
    );
    fixture.simulator.updateCustomer(unassigned.id, { email_address: "late@example.com" });
    await fixture.receiveWebhooks();
    const invoicesByClient = await fixture.pool.query(
      "select client_id, count(*)::int from public.invoices where square_customer_id = $1 group by 1 order by 2",
      [unassigned.id],
    );
    expect(invoicesByClient.rows).toContainEqual({ client_id: client.id, count: assignedManually.rowCount });
    expect(invoicesByClient.rows).not.toContainEqual(expect.objectContaining({ client_id: null }));
    const reassignments = (await readAuditLog("invoices")).filter(({ actor }) => actor === "Square");
    expect(reassignments).toHaveLength(unassigned.count - 1);
    expect(reassignments[0]).toMatchObject({
      before: { client_id: null },
      after: { client_id: newClient.id },
    });
  });
});
