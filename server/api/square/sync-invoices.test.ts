import { beforeAll, describe, expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { getConnectionStatus } from "#server/payments/connection/connection-status.ts";
import { allowSimulatorUrls } from "#server/payments/square/simulator-urls.ts";
import { runSync } from "#server/payments/sync/run-sync.ts";
import { getSyncRun, startSync } from "#server/payments/sync/start-sync.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";

/** Enough to exceed one page of 200 invoices in one location. */
const INVOICE_COUNT = 250;

type SyncReport = {
  seen: number;
  synced: number;
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  unmatched: number;
  rejected: { invoice: string; reason: string }[];
};

const DEMO_CUSTOMERS = ["Ada Health", "Bell Capital", "Cole Energy"].map((companyName, index) => ({
  givenName: "Person",
  familyName: String(index),
  companyName,
  email: `person-${index}@example.com`,
}));

async function createSyncedEnvironment(env: Record<string, string> = {}) {
  const fixture = await createSquareEnvironment({
    simulator: { seed: { invoiceCount: INVOICE_COUNT }, demoCustomers: DEMO_CUSTOMERS },
    env,
  });
  const clients = [];
  for (const { companyName, email } of DEMO_CUSTOMERS) {
    clients.push(await createTestClient(fixture, { company: companyName, email }));
  }
  await fixture.connect();
  return { fixture, clients, first: await fixture.sync() };
}

async function readAllInvoices(fixture: SquareEnvironment): Promise<unknown[]> {
  const { rows } = await fixture.pool.query(
    "select to_jsonb(invoice) - 'updated_at' as row from public.invoices as invoice order by square_invoice_id",
  );
  return rows.map(({ row }) => row);
}

const getReport = (response: { body: Record<string, unknown> }) => response.body.report as SyncReport;

let synced: Awaited<ReturnType<typeof createSyncedEnvironment>>;
beforeAll(async () => {
  synced = await createSyncedEnvironment();
});

describe("a sync", () => {
  test("imports every published invoice of every location, including inactive ones", async () => {
    const { fixture, first } = synced;
    const invoices = Object.values(fixture.simulator.state().invoices);
    const published = invoices.filter((invoice) => invoice.status !== "DRAFT");
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      success: true,
      synced: published.length,
      changed: published.length,
      message: `Synced ${published.length} invoices from Square`,
    });
    expect(getReport(first)).toMatchObject({
      seen: invoices.length,
      new: published.length,
      drafts: invoices.length - published.length,
      rejected: [],
    });
    expect(published.length).toBeGreaterThan(205);
    const { rows } = await fixture.pool.query(
      "select count(*)::int as stored, count(distinct square_location_id)::int as locations from public.invoices",
    );
    expect(rows[0]).toEqual({ stored: published.length, locations: 3 });
  });

  test("stores Square's amounts to the cent", async () => {
    const { fixture } = synced;
    const { invoices } = fixture.simulator.state();
    const { rows } = await fixture.pool.query(
      "select square_invoice_id as id, amount, total_paid_amount, square_status, square_version from public.invoices",
    );
    const sumCents = (id: string, field: "computed_amount_money" | "total_completed_amount_money") =>
      (invoices[id]?.payment_requests ?? []).reduce((cents, request) => cents + request[field].amount, 0);
    for (const row of rows) {
      expect(Math.round(Number(row.amount) * 100)).toBe(sumCents(row.id, "computed_amount_money"));
      expect([row.square_status, Number(row.square_version)]).toEqual([
        invoices[row.id]?.status,
        invoices[row.id]?.version,
      ]);
      if (!/REFUNDED/.test(row.square_status)) {
        expect(Math.round(Number(row.total_paid_amount) * 100)).toBe(
          sumCents(row.id, "total_completed_amount_money"),
        );
      }
    }
  });

  test("assigns each client its own invoices and leaves other invoices unassigned", async () => {
    const { fixture, clients, first } = synced;
    const { rows } = await fixture.pool.query(
      `select invoice.client_id, array_agg(distinct invoice.square_customer_id) as customers
         from public.invoices as invoice group by 1`,
    );
    const { customers } = fixture.simulator.state();
    for (const client of clients) {
      const clientRow = rows.find((row) => row.client_id === client.id);
      expect(clientRow.customers.map((id: string) => customers[id]?.email_address)).toEqual([client.email]);
    }
    const unmatchedRow = rows.find((row) => row.client_id === null);
    expect(unmatchedRow.customers.map((id: string) => customers[id]?.company_name)).not.toContain(
      "Ada Health",
    );
    const { rows: counted } = await fixture.pool.query(
      "select count(*)::int from public.invoices where client_id is null",
    );
    expect(getReport(first).unmatched).toBe(counted[0].count);
  });

  test("changes nothing when run again", async () => {
    const { fixture } = synced;
    const rowsBefore = await fixture.pool.query("select id, xmin from public.invoices order by id");
    const secondSync = await fixture.sync({ method: "GET" });
    expect(secondSync.body).toMatchObject({ success: true, changed: 0, synced: synced.first.body.synced });
    expect((await fixture.pool.query("select id, xmin from public.invoices order by id")).rows).toEqual(
      rowsBefore.rows,
    );
  });

  test("keeps manual assignments and project links", async () => {
    const { fixture, clients } = synced;
    const [firstClient, secondClient] = clients;
    const { rows } = await fixture.pool.query(
      "select id from public.invoices where client_id = $1 order by id limit 2",
      [firstClient?.id],
    );
    const { rows: projects } = await fixture.pool.query(
      "insert into public.projects (client_id, project_name) values ($1, 'A project') returning id",
      [firstClient?.id],
    );
    await fixture.pool.query(
      "update public.invoices set client_id = $2, client_assigned_manually = true where id = $1",
      [rows[0].id, secondClient?.id],
    );
    await fixture.pool.query("update public.invoices set project_id = $2 where id = $1", [
      rows[1].id,
      projects[0].id,
    ]);
    // The customer now matches another client, and Square has a newer version of everything.
    fixture.simulator.change(({ state }) => {
      for (const invoice of Object.values(state.invoices)) {
        invoice.version += 1;
      }
      for (const customer of Object.values(state.customers)) {
        if (customer.email_address === firstClient?.email) {
          customer.email_address = "someone@else.example";
        }
      }
    });
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: synced.first.body.synced });
    const invoicesAfter = await fixture.pool.query(
      "select client_id, project_id from public.invoices where id = any($1)",
      [rows.map(({ id }) => id)],
    );
    expect(invoicesAfter.rows).toHaveLength(2);
    expect(invoicesAfter.rows).toContainEqual({ client_id: secondClient?.id, project_id: null });
    expect(invoicesAfter.rows).toContainEqual({ client_id: firstClient?.id, project_id: projects[0].id });
  });

  test("does not move invoices when clients edit their details or an email address moves to another client", async () => {
    const { fixture, clients } = synced;
    const readAssignments = async () =>
      (await fixture.pool.query("select id, client_id from public.invoices order by id")).rows;
    const assignmentsBefore = await readAssignments();
    const [firstClient, secondClient] = clients;
    const { rows: unassigned } = await fixture.pool.query(
      "select distinct square_customer_id as id from public.invoices where client_id is null",
    );
    const company = unassigned
      .map(({ id }) => fixture.simulator.state().customers[id]?.company_name)
      .find(Boolean);
    expect(company).toBeTruthy();
    await fixture.pool.query("update public.clients set company = $2 where id = $1", [
      firstClient?.id,
      company,
    ]);
    await fixture.pool.query(
      `update auth.users set email = 'moved@example.com'
        where id = (select user_id from public.clients where id = $1)`,
      [secondClient?.id],
    );
    await fixture.pool.query(
      "update auth.users set email = $2 where id = (select user_id from public.clients where id = $1)",
      [firstClient?.id, secondClient?.email],
    );
    fixture.simulator.change(({ state }) => {
      for (const invoice of Object.values(state.invoices)) {
        invoice.version += 1;
      }
    });
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: synced.first.body.synced });
    expect(await readAssignments()).toEqual(assignmentsBefore);
  });

  test("restores payment links that were removed by a start without the simulator", async () => {
    const { fixture } = synced;
    const before = await readAllInvoices(fixture);
    const database = createDatabase(fixture.pool);
    await allowSimulatorUrls(database, false);
    expect(await readAllInvoices(fixture)).not.toEqual(before);
    await allowSimulatorUrls(database, true);
    expect((await fixture.sync()).body).toMatchObject({ success: true });
    expect(await readAllInvoices(fixture)).toEqual(before);
  });

  test("publishes the time of the last sync", async () => {
    const { fixture } = synced;
    const { rows } = await fixture.pool.query("select last_synced_at from public.provider_status");
    expect(rows[0].last_synced_at).toEqual(fixture.clock.now);
  });
});

describe("starting a sync", () => {
  test("requires an administrator, a same-site request, and GET or POST", async () => {
    const { fixture } = synced;
    const path = "/api/square/sync-invoices";
    expect((await fixture.request(path)).status).toBe(401);
    expect((await fixture.request(path, { method: "POST", as: "client" })).status).toBe(403);
    expect((await fixture.request(path, { method: "HEAD", as: "administrator" })).status).toBe(405);
    expect((await fixture.request(path, { method: "DELETE", as: "administrator" })).status).toBe(405);
    const crossSiteResponse = await fixture.request(path, {
      as: "administrator",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(crossSiteResponse.status).toBe(403);
    expect(crossSiteResponse.headers.get("cache-control")).toBe("no-store");
    const body = await crossSiteResponse.json();
    expect(body).toMatchObject({ success: false, code: "cross_site" });
    expect(body.message).toBe(body.error);
  });

  test("returns 409 while another sync is running, unless it has made no progress for 2 minutes", async () => {
    const { fixture } = synced;
    const runningId = await startSync(fixture.payments, "button", fixture.adminId);
    const rejected = await fixture.request("/api/square/sync-invoices", { as: "administrator" });
    expect(rejected.status).toBe(409);
    const message = "A sync is already running.";
    expect(await rejected.json()).toEqual({
      success: false,
      code: "already_running",
      error: message,
      message: message,
    });
    fixture.clock.now = new Date(fixture.clock.now.getTime() + 121_000);
    // Start the next sync before a worker picks up the stalled run's job.
    const nextId = await startSync(fixture.payments, "button", fixture.adminId);
    expect(await getSyncRun(fixture.payments, runningId)).toMatchObject({ status: "failed" });
    // The stalled run's job now runs, but must do nothing.
    await fixture.runJobs();
    expect(await getSyncRun(fixture.payments, runningId)).toMatchObject({ status: "failed" });
    expect(await getSyncRun(fixture.payments, nextId)).toMatchObject({ status: "succeeded" });
  });

  test("runs only one of five concurrent sync requests", async () => {
    const { fixture } = synced;
    const responses = await Promise.all(Array.from({ length: 5 }, () => fixture.sync()));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test("returns a run's status by its id", async () => {
    const { fixture } = synced;
    const runId = await startSync(fixture.payments, "button", fixture.adminId);
    const requestRun = async (id: string) => {
      const response = await fixture.request(`/api/square/sync-invoices?runId=${id}`, {
        as: "administrator",
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await requestRun(runId)).toMatchObject({
      status: 202,
      body: { success: true, status: "queued", runId },
    });
    await runSync(fixture.payments, runId);
    expect(await requestRun(runId)).toMatchObject({
      status: 200,
      body: { success: true, changed: 0, runId },
    });
    expect((await requestRun("nonsense")).status).toBe(404);
  });
});

describe("failures at Square", () => {
  const faults = [
    [{ kind: "html" }, "We couldn't read Square's response."],
    [{ kind: "html", operation: "BatchRetrieveOrders" }, "We couldn't read Square's response."],
    [{ kind: "html", operation: "ListLocations" }, "We couldn't read Square's response."],
    [{ kind: "errors-with-ok" }, "We couldn't read Square's response."],
    [{ kind: "truncated" }, "We couldn't read Square's response."],
    [{ kind: "server-error", status: 500 }, "We couldn't reach Square."],
    [{ kind: "server-error", status: 502, html: true }, "We couldn't reach Square."],
    [{ kind: "connection-reset" }, "We couldn't reach Square."],
    [{ kind: "rate-limited" }, "Square is limiting requests. Try again shortly."],
    [{ kind: "cursor-repeats", times: null }, "Square returned the same page of a list twice."],
    [{ kind: "invalid-cursor", after: 1, times: null }, "Square's list changed while we read it. Try again."],
    [
      { kind: "scope-removed", scope: "INVOICES_READ" },
      "A required Square permission is missing. Please reconnect.",
    ],
  ] as const;

  test.each(faults)("%o ends the sync with a message and keeps the data", async (fault, message) => {
    const { fixture } = await getFaultEnvironment();
    const invoicesBefore = await readAllInvoices(fixture);
    fixture.simulator.addFault({ operation: "ListInvoices", ...fault } as Parameters<
      typeof fixture.simulator.addFault
    >[0]);
    const failed = await fixture.sync();
    fixture.simulator.clearFaults();
    expect(failed).toMatchObject({
      status: 502,
      body: { success: false, message, error: message },
    });
    expect(await readAllInvoices(fixture)).toEqual(invoicesBefore);
    expect(await getConnectionStatus(fixture.payments)).toMatchObject({ last_error: message });
    if (fault.kind === "scope-removed") {
      await fixture.connect();
    }
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: 0 });
    expect(await getConnectionStatus(fixture.payments)).toMatchObject({ connected: true, last_error: null });
  });

  test("does not change another merchant's invoice with the same id", async () => {
    const { fixture } = await getFaultEnvironment();
    const [{ id }] = (
      await fixture.pool.query(
        "update public.invoices set square_merchant_id = 'ANOTHER', description = 'theirs', square_version = 0 where id = (select min(id::text)::uuid from public.invoices) returning id",
      )
    ).rows;
    expect((await fixture.sync()).body).toMatchObject({ success: true });
    const { rows } = await fixture.pool.query(
      "select description, square_version from public.invoices where id = $1",
      [id],
    );
    expect(rows).toEqual([{ description: "theirs", square_version: "0" }]);
    await fixture.pool.query("update public.invoices set square_merchant_id = $2 where id = $1", [
      id,
      fixture.simulator.state().merchant.id,
    ]);
    await fixture.sync();
  });

  test("rejects a response from another merchant", async () => {
    const fixture = await createSquareEnvironment({ simulator: { seed: { invoiceCount: 60 } } });
    await fixture.connect();
    fixture.simulator.change(({ state }) => {
      for (const location of Object.values(state.locations)) {
        location.merchant_id = "ANOTHER";
      }
    });
    expect((await fixture.sync()).body).toMatchObject({
      success: false,
      message: "Square returned a different account. Please reconnect.",
    });
    expect(await readAllInvoices(fixture)).toEqual([]);
  });

  test("times out when Square does not respond", async () => {
    const fixture = await createSquareEnvironment({ payments: { timeoutInSeconds: 0.05 } });
    await fixture.connect();
    fixture.simulator.addFault({ kind: "slow", milliseconds: 500, operation: "ListInvoices" });
    const failed = await fixture.sync();
    expect(failed.body).toMatchObject({ success: false, message: "Square didn't respond in time." });
  });

  test("stops reading an endless list of empty pages", async () => {
    let pageCount = 0;
    const fixture: SquareEnvironment = await createSquareEnvironment({
      payments: {
        fetch: async (input, init) => {
          if (!new URL(String(input)).pathname.endsWith("/v2/invoices")) {
            return fixture.simulator.api(input, init);
          }
          pageCount += 1;
          const now = new Date(fixture.clock.now.getTime() + 60_000);
          // The sync's own heartbeats are sent by a timer, which does not follow the test clock.
          await fixture.pool.query(
            "update private.sync_runs set heartbeat_at = $1 where status = 'running'",
            [now],
          );
          fixture.clock.now = now;
          return Response.json({ cursor: `page-${pageCount}` });
        },
      },
    });
    await fixture.connect();
    const failed = await fixture.sync();
    expect(failed).toMatchObject({ status: 502, body: { message: "Square didn't respond in time." } });
    // The sync stops after 20 minutes. It reads ahead, so about 10 more pages follow, and more on a busy machine.
    expect(pageCount).toBeLessThan(200);
  });

  test("retries after a temporary failure", async () => {
    const fixture = await createSquareEnvironment({
      payments: { pauseLimits: { firstDelayMs: 10, maxDelayMs: 50, maxTotalMs: 5_000 } },
    });
    await fixture.connect();
    fixture.simulator.addFault({ kind: "rate-limited", retryAfterSeconds: 1, operation: "ListLocations" });
    expect((await fixture.sync()).body).toMatchObject({ success: true, synced: 0 });
  });

  test("refreshes a token that expires during the run", async () => {
    const { fixture } = await getFaultEnvironment();
    fixture.simulator.addFault({ kind: "token-expired", operation: "ListInvoices", after: 1 });
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: 0 });
  });

  test("disconnects and keeps the data when access is revoked during the run", async () => {
    const { fixture } = await getFaultEnvironment();
    const invoicesBefore = await readAllInvoices(fixture);
    fixture.simulator.addFault({ kind: "token-revoked", operation: "ListInvoices", after: 1 });
    const revokedMessage = "The connection to Square was revoked. Please reconnect.";
    expect(await fixture.sync()).toMatchObject({ status: 502, body: { message: revokedMessage } });
    expect(await getConnectionStatus(fixture.payments)).toMatchObject({
      connected: false,
      last_error: revokedMessage,
    });
    expect(await readAllInvoices(fixture)).toEqual(invoicesBefore);
    expect(await fixture.sync()).toMatchObject({
      status: 409,
      body: { success: false, code: "not_connected", message: "Square is not connected." },
    });
    await fixture.connect();
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: 0 });
  });

  test("restarts the list after an expired cursor", async () => {
    const { fixture } = await getFaultEnvironment();
    fixture.simulator.addFault({ kind: "invalid-cursor", operation: "ListInvoices", after: 2 });
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: 0, synced: shared.count });
  });

  test.each([
    [{ kind: "duplicate-items" }, 0],
    [{ kind: "missed-item" }, 0],
    [{ kind: "changed-item" }, 1],
    [{ kind: "unknown-request-type" }, 1],
    [{ kind: "thirteen-requests" }, 1],
    [{ kind: "unknown-status", status: "ON_HOLD" }, 1],
  ] as const)("stores the valid parts of an invoice with the fault %o and changes nothing else", async (fault, changed) => {
    const { fixture } = await getFaultEnvironment();
    fixture.simulator.addFault({ operation: "ListInvoices", ...fault } as Parameters<
      typeof fixture.simulator.addFault
    >[0]);
    const response = await fixture.sync();
    fixture.simulator.clearFaults();
    expect(response.body).toMatchObject({ success: true, changed });
    expect(getReport(response).rejected).toEqual([]);
    await fixture.pool.query("update public.invoices set square_version = square_version - 1");
    await fixture.sync();
  });

  test("rejects only the invoice in another currency and reports the reason", async () => {
    const { fixture } = await getFaultEnvironment();
    fixture.simulator.addFault({ kind: "other-currency", currency: "JPY", operation: "ListInvoices" });
    const response = await fixture.sync();
    expect(response.body).toMatchObject({ success: true, synced: shared.count - 1, changed: 0 });
    expect(getReport(response).rejected).toEqual([
      { invoice: expect.any(String), reason: "Currency is JPY, not USD" },
    ]);
  });

  const shared: { fixture?: SquareEnvironment; count: number } = { count: 0 };
  async function getFaultEnvironment(): Promise<{ fixture: SquareEnvironment }> {
    if (!shared.fixture) {
      const { fixture, first } = await createSyncedEnvironment();
      shared.fixture = fixture;
      shared.count = Number(first.body.synced);
    }
    return { fixture: shared.fixture };
  }
});

test("never logs a token, a code or an email address", async () => {
  const { fixture } = synced;
  const log = fixture.getLog();
  for (const token of Object.values(fixture.simulator.state().tokens)) {
    expect(log).not.toContain(token.accessToken);
  }
  expect(log).not.toContain("person-0@example.com");
  expect(log).not.toContain("sandbox-sq0csb-test");
});
