import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createLinkInvoiceRoutes } from "#server/api/admin/invoices/link-invoices.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

const PATH = "/api/admin/projects/link-invoices";
let fixture: ApiEnvironment;

beforeAll(async () => {
  fixture = await createApiEnvironment(createLinkInvoiceRoutes);
});

async function createProject(clientId: string): Promise<string> {
  const { rows } = await fixture.sql.query(
    "insert into public.projects (client_id, project_name) values ($1, 'A project') returning id",
    [clientId],
  );
  return rows[0].id;
}

async function createInvoices(clientId: string | null, count: number): Promise<string[]> {
  const { rows } = await fixture.sql.query(
    `insert into public.invoices (client_id, amount, status)
     select $1, 100, 'pending' from generate_series(1, $2) returning id`,
    [clientId, count],
  );
  return rows.map((row) => row.id);
}

async function countLinked(projectId: string): Promise<number> {
  const { rows } = await fixture.sql.query(
    "select count(*)::int as linked from public.invoices where project_id = $1",
    [projectId],
  );
  return rows[0].linked;
}

describe("the administrator", () => {
  test("links several invoices and updates the project's value", async () => {
    const projectId = await createProject(fixture.clientA);
    const invoiceIds = await createInvoices(fixture.clientA, 3);
    const response = await fixture.post("administrator", PATH, { projectId, invoiceIds });
    expect(response).toEqual({ status: 200, body: { success: true, linkedCount: 3 } });
    const { rows } = await fixture.sql.query(
      "select total_estimated_value::int as value from public.projects where id = $1",
      [projectId],
    );
    expect(rows).toEqual([{ value: 300 }]);
  });

  test("does not count invoices that are already linked to the project", async () => {
    const projectId = await createProject(fixture.clientA);
    const [first = "", second = ""] = await createInvoices(fixture.clientA, 2);
    await fixture.post("administrator", PATH, { projectId, invoiceIds: [first] });
    const response = await fixture.post("administrator", PATH, {
      projectId: projectId.toUpperCase(),
      invoiceIds: [first, second, second.toUpperCase()],
    });
    expect(response.body).toEqual({ success: true, linkedCount: 1 });
  });

  test("appears in the audit log for each invoice", async () => {
    const projectId = await createProject(fixture.clientA);
    const [invoice] = await createInvoices(fixture.clientA, 1);
    await fixture.post("administrator", PATH, { projectId, invoiceIds: [invoice] });
    const { rows } = await fixture.sql.query(
      "select actor_id, action from public.audit_log where row_id = $1",
      [invoice],
    );
    expect(rows).toEqual([{ actor_id: fixture.administratorId, action: "update" }]);
  });

  test("links and counts each invoice only once in concurrent calls", async () => {
    const projectId = await createProject(fixture.clientA);
    const ids = await createInvoices(fixture.clientA, 20);
    const responses = await Promise.all(
      [ids, ids.toReversed(), ids.slice(5), ids].map((invoiceIds) =>
        fixture.post("administrator", PATH, { projectId, invoiceIds }),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200]);
    expect(responses.reduce((sum, response) => sum + Number(response.body.linkedCount), 0)).toBe(20);
  });

  test("links all invoices to only one of two projects in concurrent calls", async () => {
    const [firstProjectId, secondProjectId] = [
      await createProject(fixture.clientA),
      await createProject(fixture.clientA),
    ];
    const invoiceIds = await createInvoices(fixture.clientA, 10);
    const responses = await Promise.all(
      [firstProjectId, secondProjectId].map((projectId) =>
        fixture.post("administrator", PATH, { projectId, invoiceIds }),
      ),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    expect(
      [await countLinked(firstProjectId), await countLinked(secondProjectId)].sort((a, b) => a - b),
    ).toEqual([0, 10]);
  });
});

test("survives a sync that writes the same invoices in another order", async () => {
  const projectId = await createProject(fixture.clientA);
  const [linked = "", unlinked = ""] = await createInvoices(fixture.clientA, 2);
  await fixture.post("administrator", PATH, { projectId, invoiceIds: [linked] });
  const sync = await fixture.sql.connect();
  await sync.query("begin");
  // This also locks the project, because changing the amount updates the project's value.
  await sync.query("update public.invoices set amount = 200 where id = $1", [linked]);
  const response = fixture.post("administrator", PATH, { projectId, invoiceIds: [unlinked] });
  await waitForBlockedQuery();
  // Now both wait for each other. PostgreSQL aborts one of them, but the API call must succeed in either case.
  const hasCommitted = await sync
    .query("update public.invoices set amount = 300 where id = $1", [unlinked])
    .then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== "40P01") {
          throw error;
        }
        return false;
      },
    );
  await sync.query(hasCommitted ? "commit" : "rollback");
  sync.release();
  expect(await response).toEqual({ status: 200, body: { success: true, linkedCount: 1 } });

  async function waitForBlockedQuery(): Promise<void> {
    const { rows } = await fixture.sql.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length === 0) {
      await waitForBlockedQuery();
    }
  }
});

describe("with one invalid invoice, links nothing", () => {
  test.each([
    ["another client's", () => createInvoices(fixture.clientB, 1), 409, "invoice_of_another_client"],
    ["an unassigned one", () => createInvoices(null, 1), 409, "invoice_of_another_client"],
    ["an unknown one", async () => [randomUUID()], 404, "unknown_invoice"],
    ["one of another project", createLinkedInvoice, 409, "invoice_linked_elsewhere"],
  ] as const)("%s", async (_name, wrong, status, code) => {
    const projectId = await createProject(fixture.clientA);
    const invoiceIds = [...(await createInvoices(fixture.clientA, 2)), ...(await wrong())];
    const response = await fixture.post("administrator", PATH, { projectId, invoiceIds });
    expect(response).toEqual({ status, body: { success: false, error: expect.any(String), code } });
    expect(await countLinked(projectId)).toBe(0);
  });

  async function createLinkedInvoice(): Promise<string[]> {
    const invoiceIds = await createInvoices(fixture.clientA, 1);
    await fixture.post("administrator", PATH, {
      projectId: await createProject(fixture.clientA),
      invoiceIds,
    });
    return invoiceIds;
  }

  test("returns 404 for an unknown project", async () => {
    const invoiceIds = await createInvoices(fixture.clientA, 1);
    const response = await fixture.post("administrator", PATH, { projectId: randomUUID(), invoiceIds });
    expect(response).toMatchObject({ status: 404, body: { code: "unknown_project" } });
  });
});

describe("invalid requests", () => {
  test("rejects a visitor and a client without revealing whether the project exists", async () => {
    const projectId = await createProject(fixture.clientA);
    const invoiceIds = await createInvoices(fixture.clientA, 1);
    expect(await fixture.post("visitor", PATH, { projectId, invoiceIds })).toMatchObject({ status: 401 });
    expect(await fixture.post("client", PATH, { projectId, invoiceIds })).toMatchObject({ status: 403 });
    expect(await countLinked(projectId)).toBe(0);
  });

  test.each([
    ["what is no id", { projectId: "1 or 1=1", invoiceIds: [randomUUID()] }],
    ["an invoice that is no id", { projectId: randomUUID(), invoiceIds: ["x"] }],
    ["no invoice", { projectId: randomUUID(), invoiceIds: [] }],
    ["too many", { projectId: randomUUID(), invoiceIds: Array.from({ length: 1001 }, () => randomUUID()) }],
    ["a list that is none", { projectId: randomUUID(), invoiceIds: randomUUID() }],
    ["nothing", null],
    ["what is not JSON", "{"],
  ])("%s", async (_name, body) => {
    const response = await fixture.post("administrator", PATH, body);
    expect(response).toEqual({
      status: 400,
      body: { success: false, error: expect.any(String), code: expect.any(String) },
    });
  });
});
