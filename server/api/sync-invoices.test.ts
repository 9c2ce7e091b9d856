import { beforeAll, describe, expect, test } from "vitest";
import { aClient } from "#tests/support/a-client.ts";
import { aPaymentWorld, type PaymentWorld } from "#tests/support/payment-world.ts";

/** As many as need a second page of 200 in one location. */
const INVOICES = 250;

type Report = {
  seen: number;
  synced: number;
  new: number;
  changed: number;
  unchanged: number;
  drafts: number;
  unmatched: number;
  refused: { invoice: string; reason: string }[];
};

const demoCustomers = ["Ada Health", "Bell Capital", "Cole Energy"].map((companyName, index) => ({
  givenName: "Person",
  familyName: String(index),
  companyName,
  email: `person-${index}@example.com`,
}));

async function aSyncedWorld(env: Record<string, string> = {}) {
  const world = await aPaymentWorld({ simulator: { seed: { invoiceCount: INVOICES }, demoCustomers }, env });
  const clients = [];
  for (const { companyName, email } of demoCustomers)
    clients.push(await aClient(world, { company: companyName, email }));
  await world.connect();
  return { world, clients, first: await world.sync() };
}

async function everyRow(world: PaymentWorld): Promise<unknown[]> {
  const { rows } = await world.pool.query(
    "select to_jsonb(invoice) - 'updated_at' as row from public.invoices as invoice order by square_invoice_id",
  );
  return rows.map(({ row }) => row);
}

const reportOf = (answer: { body: Record<string, unknown> }) => answer.body.report as Report;

let synced: Awaited<ReturnType<typeof aSyncedWorld>>;
beforeAll(async () => {
  synced = await aSyncedWorld();
});

describe("a synchronization", () => {
  test("brings every published invoice of every location, inactive ones too", async () => {
    const { world, first } = synced;
    const invoices = Object.values(world.simulator.state().invoices);
    const published = invoices.filter((invoice) => invoice.status !== "DRAFT");
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      success: true,
      synced: published.length,
      changed: published.length,
      message: `Synced ${published.length} invoices from Square`,
    });
    expect(reportOf(first)).toMatchObject({
      seen: invoices.length,
      new: published.length,
      drafts: invoices.length - published.length,
      refused: [],
    });
    expect(published.length).toBeGreaterThan(205);
    const { rows } = await world.pool.query(
      "select count(*)::int as stored, count(distinct square_location_id)::int as locations from public.invoices",
    );
    expect(rows[0]).toEqual({ stored: published.length, locations: 3 });
  });

  test("stores what Square has, to the cent", async () => {
    const { world } = synced;
    const { invoices } = world.simulator.state();
    const { rows } = await world.pool.query(
      "select square_invoice_id as id, amount, total_paid_amount, square_status, square_version from public.invoices",
    );
    const sum = (id: string, field: "computed_amount_money" | "total_completed_amount_money") =>
      (invoices[id]?.payment_requests ?? []).reduce((cents, request) => cents + request[field].amount, 0);
    for (const row of rows) {
      expect(Math.round(Number(row.amount) * 100)).toBe(sum(row.id, "computed_amount_money"));
      expect([row.square_status, Number(row.square_version)]).toEqual([
        invoices[row.id]?.status,
        invoices[row.id]?.version,
      ]);
      if (!/REFUNDED/.test(row.square_status))
        expect(Math.round(Number(row.total_paid_amount) * 100)).toBe(
          sum(row.id, "total_completed_amount_money"),
        );
    }
  });

  test("gives each client its own invoices, and nobody those of a stranger", async () => {
    const { world, clients, first } = synced;
    const { rows } = await world.pool.query(
      `select invoice.client_id, array_agg(distinct invoice.square_customer_id) as customers
         from public.invoices as invoice group by 1`,
    );
    const { customers } = world.simulator.state();
    for (const client of clients) {
      const found = rows.find((row) => row.client_id === client.id);
      expect(found.customers.map((id: string) => customers[id]?.email_address)).toEqual([client.email]);
    }
    const unmatched = rows.find((row) => row.client_id === null);
    expect(unmatched.customers.map((id: string) => customers[id]?.company_name)).not.toContain("Ada Health");
    const { rows: counted } = await world.pool.query(
      "select count(*)::int from public.invoices where client_id is null",
    );
    expect(reportOf(first).unmatched).toBe(counted[0].count);
  });

  test("changes nothing the second time", async () => {
    const { world } = synced;
    const before = await world.pool.query("select id, xmin from public.invoices order by id");
    const second = await world.sync({ method: "GET" });
    expect(second.body).toMatchObject({ success: true, changed: 0, synced: synced.first.body.synced });
    expect((await world.pool.query("select id, xmin from public.invoices order by id")).rows).toEqual(
      before.rows,
    );
  });

  test("leaves an administrator's assignments and project links alone", async () => {
    const { world, clients } = synced;
    const [one, two] = clients;
    const { rows } = await world.pool.query(
      "select id from public.invoices where client_id = $1 order by id limit 2",
      [one?.id],
    );
    const { rows: projects } = await world.pool.query(
      "insert into public.projects (client_id, project_name) values ($1, 'A project') returning id",
      [one?.id],
    );
    await world.pool.query(
      "update public.invoices set client_id = $2, client_assigned_manually = true where id = $1",
      [rows[0].id, two?.id],
    );
    await world.pool.query("update public.invoices set project_id = $2 where id = $1", [
      rows[1].id,
      projects[0].id,
    ]);
    // The customer now looks like somebody else, and Square has a newer version of everything.
    world.simulator.change(({ state }) => {
      for (const invoice of Object.values(state.invoices)) invoice.version += 1;
      for (const customer of Object.values(state.customers))
        if (customer.email_address === one?.email) customer.email_address = "somebody@else.example";
    });
    expect((await world.sync()).body).toMatchObject({ success: true, changed: synced.first.body.synced });
    const after = await world.pool.query(
      "select client_id, project_id from public.invoices where id = any($1)",
      [rows.map(({ id }) => id)],
    );
    expect(after.rows).toHaveLength(2);
    expect(after.rows).toContainEqual({ client_id: two?.id, project_id: null });
    expect(after.rows).toContainEqual({ client_id: one?.id, project_id: projects[0].id });
  });

  test("moves no invoice for what clients write about themselves, or for an address that changed hands", async () => {
    const { world, clients } = synced;
    const holders = async () =>
      (await world.pool.query("select id, client_id from public.invoices order by id")).rows;
    const before = await holders();
    const [one, two] = clients;
    const { rows: strangers } = await world.pool.query(
      "select distinct square_customer_id as id from public.invoices where client_id is null",
    );
    const company = strangers
      .map(({ id }) => world.simulator.state().customers[id]?.company_name)
      .find(Boolean);
    expect(company).toBeTruthy();
    await world.pool.query("update public.clients set company = $2 where id = $1", [one?.id, company]);
    await world.pool.query(
      `update auth.users set email = 'moved@example.com'
        where id = (select user_id from public.clients where id = $1)`,
      [two?.id],
    );
    await world.pool.query(
      "update auth.users set email = $2 where id = (select user_id from public.clients where id = $1)",
      [one?.id, two?.email],
    );
    world.simulator.change(({ state }) => {
      for (const invoice of Object.values(state.invoices)) invoice.version += 1;
    });
    expect((await world.sync()).body).toMatchObject({ success: true, changed: synced.first.body.synced });
    expect(await holders()).toEqual(before);
  });

  test("says when it was, to everybody who sees amounts", async () => {
    const { world } = synced;
    const { rows } = await world.pool.query("select last_synced_at from public.provider_status");
    expect(rows[0].last_synced_at).toEqual(world.clock.now);
  });
});

describe("asking for a synchronization", () => {
  test("is for administrators, from our own pages, and not by HEAD", async () => {
    const { world } = synced;
    const path = "/api/square/sync-invoices";
    expect((await world.ask(path)).status).toBe(401);
    expect((await world.ask(path, { method: "POST", as: "client" })).status).toBe(403);
    expect((await world.ask(path, { method: "HEAD", as: "administrator" })).status).toBe(405);
    expect((await world.ask(path, { method: "DELETE", as: "administrator" })).status).toBe(405);
    const crossSite = await world.ask(path, {
      as: "administrator",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(crossSite.status).toBe(403);
    expect(crossSite.headers.get("cache-control")).toBe("no-store");
    const body = await crossSite.json();
    expect(body).toMatchObject({ success: false, code: "cross_site" });
    expect(body.message).toBe(body.error);
  });

  test("while one is running is answered 409, until that one has been silent for two minutes", async () => {
    const { world } = synced;
    const running = await world.payments.startSync("button", world.adminId);
    const refused = await world.ask("/api/square/sync-invoices", { as: "administrator" });
    expect(refused.status).toBe(409);
    const sentence = "A synchronization is already running.";
    expect(await refused.json()).toEqual({
      success: false,
      code: "already_running",
      error: sentence,
      message: sentence,
    });
    world.clock.now = new Date(world.clock.now.getTime() + 121_000);
    // Before anybody takes up the silent one's job, or it would no longer be silent.
    const next = await world.payments.startSync("button", world.adminId);
    expect(await world.payments.syncRun(running)).toMatchObject({ state: "failed" });
    // Its job comes too late and does nothing.
    await world.work();
    expect(await world.payments.syncRun(running)).toMatchObject({ state: "failed" });
    expect(await world.payments.syncRun(next)).toMatchObject({ state: "succeeded" });
  });

  test("five at once runs one", async () => {
    const { world } = synced;
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.sync()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test("by its id tells how a run stands", async () => {
    const { world } = synced;
    const runId = await world.payments.startSync("button", world.adminId);
    const ask = async (id: string) => {
      const response = await world.ask(`/api/square/sync-invoices?runId=${id}`, { as: "administrator" });
      return { status: response.status, body: await response.json() };
    };
    expect(await ask(runId)).toMatchObject({ status: 202, body: { success: true, state: "queued", runId } });
    await world.payments.runSync(runId);
    expect(await ask(runId)).toMatchObject({ status: 200, body: { success: true, changed: 0, runId } });
    expect((await ask("nonsense")).status).toBe(404);
  });
});

describe("what goes wrong at Square", () => {
  const faults = [
    [{ kind: "html" }, "Square's answer could not be read."],
    [{ kind: "html", operation: "BatchRetrieveOrders" }, "Square's answer could not be read."],
    [{ kind: "html", operation: "ListLocations" }, "Square's answer could not be read."],
    [{ kind: "errors-with-ok" }, "Square's answer could not be read."],
    [{ kind: "truncated" }, "Square's answer could not be read."],
    [{ kind: "server-error", status: 500 }, "Square is not reachable at the moment."],
    [{ kind: "server-error", status: 502, html: true }, "Square is not reachable at the moment."],
    [{ kind: "connection-reset" }, "Square is not reachable at the moment."],
    [{ kind: "rate-limited" }, "Square asks for fewer requests at the moment."],
    [{ kind: "cursor-repeats", times: null }, "Square kept repeating the same page of its list."],
    [{ kind: "invalid-cursor", after: 1, times: null }, "Square lost its place in a list. Please try again."],
    [
      { kind: "scope-removed", scope: "INVOICES_READ" },
      "A permission is missing at Square. Please reconnect.",
    ],
  ] as const;

  test.each(faults)("%o ends with a sentence, and the data stays", async (fault, sentence) => {
    const { world } = await aWorldForFaults();
    const before = await everyRow(world);
    world.simulator.fault({ operation: "ListInvoices", ...fault } as Parameters<
      typeof world.simulator.fault
    >[0]);
    const failed = await world.sync();
    world.simulator.clearFaults();
    expect(failed).toMatchObject({
      status: 502,
      body: { success: false, message: sentence, error: sentence },
    });
    expect(await everyRow(world)).toEqual(before);
    expect(await world.payments.status()).toMatchObject({ last_error: sentence });
    if (fault.kind === "scope-removed") await world.connect();
    expect((await world.sync()).body).toMatchObject({ success: true, changed: 0 });
    expect(await world.payments.status()).toMatchObject({ connected: true, last_error: null });
  });

  test("another merchant's invoice stays as it is, although it has the same id", async () => {
    const { world } = await aWorldForFaults();
    const [{ id }] = (
      await world.pool.query(
        "update public.invoices set square_merchant_id = 'ANOTHER', description = 'theirs', square_version = 0 where id = (select min(id::text)::uuid from public.invoices) returning id",
      )
    ).rows;
    expect((await world.sync()).body).toMatchObject({ success: true });
    const { rows } = await world.pool.query(
      "select description, square_version from public.invoices where id = $1",
      [id],
    );
    expect(rows).toEqual([{ description: "theirs", square_version: "0" }]);
    await world.pool.query("update public.invoices set square_merchant_id = $2 where id = $1", [
      id,
      world.simulator.state().merchant.id,
    ]);
    await world.sync();
  });

  test("another merchant's answer is not believed", async () => {
    const world = await aPaymentWorld({ simulator: { seed: { invoiceCount: 60 } } });
    await world.connect();
    world.simulator.change(({ state }) => {
      for (const location of Object.values(state.locations)) location.merchant_id = "ANOTHER";
    });
    expect((await world.sync()).body).toMatchObject({
      success: false,
      message: "Square answered for another merchant than the connected one. Please reconnect.",
    });
    expect(await everyRow(world)).toEqual([]);
  });

  test("an answer that never comes is given up", async () => {
    const world = await aPaymentWorld({ payments: { timeoutInSeconds: 0.05 } });
    await world.connect();
    world.simulator.fault({ kind: "slow", milliseconds: 500, operation: "ListInvoices" });
    const failed = await world.sync();
    expect(failed.body).toMatchObject({ success: false, message: "Square did not answer in time." });
  });

  test("a list that brings nothing and does not end is given up, however new its cursors", async () => {
    let pages = 0;
    const world: PaymentWorld = await aPaymentWorld({
      payments: {
        fetch: async (input, init) => {
          if (!new URL(String(input)).pathname.endsWith("/v2/invoices"))
            return world.simulator.api(input, init);
          pages += 1;
          world.clock.now = new Date(world.clock.now.getTime() + 60_000);
          return Response.json({ cursor: `page-${pages}` });
        },
      },
    });
    await world.connect();
    const failed = await world.sync();
    expect(failed).toMatchObject({ status: 502, body: { message: "Square did not answer in time." } });
    expect(pages).toBeLessThan(30);
  });

  test("a passing failure is met by trying again", async () => {
    const world = await aPaymentWorld({ payments: { maxRetries: 1 } });
    await world.connect();
    world.simulator.fault({ kind: "rate-limited", retryAfterSeconds: 1, operation: "ListLocations" });
    expect((await world.sync()).body).toMatchObject({ success: true, synced: 0 });
  });

  test("a token that expires in the middle is renewed, and the run goes on", async () => {
    const { world } = await aWorldForFaults();
    world.simulator.fault({ kind: "token-expired", operation: "ListInvoices", after: 1 });
    expect((await world.sync()).body).toMatchObject({ success: true, changed: 0 });
  });

  test("a permission taken back in the middle ends the connection, and keeps the data", async () => {
    const { world } = await aWorldForFaults();
    const before = await everyRow(world);
    world.simulator.fault({ kind: "token-revoked", operation: "ListInvoices", after: 1 });
    const sentence = "The connection to Square was revoked. Please reconnect.";
    expect(await world.sync()).toMatchObject({ status: 502, body: { message: sentence } });
    expect(await world.payments.status()).toMatchObject({ connected: false, last_error: sentence });
    expect(await everyRow(world)).toEqual(before);
    expect(await world.sync()).toMatchObject({
      status: 409,
      body: { success: false, code: "not_connected", message: "Square is not connected." },
    });
    await world.connect();
    expect((await world.sync()).body).toMatchObject({ success: true, changed: 0 });
  });

  test("a lost place in the list is found again from the beginning", async () => {
    const { world } = await aWorldForFaults();
    world.simulator.fault({ kind: "invalid-cursor", operation: "ListInvoices", after: 2 });
    expect((await world.sync()).body).toMatchObject({ success: true, changed: 0, synced: shared.count });
  });

  test.each([
    [{ kind: "duplicate-items" }, 0],
    [{ kind: "missed-item" }, 0],
    [{ kind: "changed-item" }, 1],
    [{ kind: "unknown-request-type" }, 1],
    [{ kind: "thirteen-requests" }, 1],
    [{ kind: "unknown-status", status: "ON_HOLD" }, 1],
  ] as const)("%o is stored as far as it can be, and nothing else changes", async (fault, changed) => {
    const { world } = await aWorldForFaults();
    world.simulator.fault({ operation: "ListInvoices", ...fault } as Parameters<
      typeof world.simulator.fault
    >[0]);
    const answer = await world.sync();
    world.simulator.clearFaults();
    expect(answer.body).toMatchObject({ success: true, changed });
    expect(reportOf(answer).refused).toEqual([]);
    await world.pool.query("update public.invoices set square_version = square_version - 1");
    await world.sync();
  });

  test("another currency is refused alone, with the reason in the report", async () => {
    const { world } = await aWorldForFaults();
    world.simulator.fault({ kind: "other-currency", currency: "JPY", operation: "ListInvoices" });
    const answer = await world.sync();
    expect(answer.body).toMatchObject({ success: true, synced: shared.count - 1, changed: 0 });
    expect(reportOf(answer).refused).toEqual([
      { invoice: expect.any(String), reason: "is in JPY, not in US dollars" },
    ]);
  });

  const shared: { world?: PaymentWorld; count: number } = { count: 0 };
  async function aWorldForFaults(): Promise<{ world: PaymentWorld }> {
    if (!shared.world) {
      const { world, first } = await aSyncedWorld();
      shared.world = world;
      shared.count = Number(first.body.synced);
    }
    return { world: shared.world };
  }
});

test("no log line holds a token, a code or an address of a person", async () => {
  const { world } = synced;
  const log = world.logged();
  for (const token of Object.values(world.simulator.state().tokens))
    expect(log).not.toContain(token.accessToken);
  expect(log).not.toContain("person-0@example.com");
  expect(log).not.toContain("sandbox-sq0csb-test");
});
