import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { linkInvoices } from "#server/api/link-invoices.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

const PATH = "/api/admin/projects/link-invoices";
let world: ApiCallers;

beforeAll(async () => {
  world = await apiCallers(linkInvoices);
});

async function aProject(clientId: string): Promise<string> {
  const { rows } = await world.sql.query(
    "insert into public.projects (client_id, project_name) values ($1, 'A project') returning id",
    [clientId],
  );
  return rows[0].id;
}

async function invoices(clientId: string | null, count: number): Promise<string[]> {
  const { rows } = await world.sql.query(
    `insert into public.invoices (client_id, amount, status)
     select $1, 100, 'pending' from generate_series(1, $2) returning id`,
    [clientId, count],
  );
  return rows.map((row) => row.id);
}

async function linkedTo(projectId: string): Promise<number> {
  const { rows } = await world.sql.query(
    "select count(*)::int as linked from public.invoices where project_id = $1",
    [projectId],
  );
  return rows[0].linked;
}

describe("the administrator", () => {
  test("links several invoices at once, and the project's value follows", async () => {
    const projectId = await aProject(world.clientA);
    const invoiceIds = await invoices(world.clientA, 3);
    const answer = await world.post("administrator", PATH, { projectId, invoiceIds });
    expect(answer).toEqual({ status: 200, body: { success: true, linkedCount: 3 } });
    const { rows } = await world.sql.query(
      "select total_estimated_value::int as value from public.projects where id = $1",
      [projectId],
    );
    expect(rows).toEqual([{ value: 300 }]);
  });

  test("an invoice already on this project counts nothing", async () => {
    const projectId = await aProject(world.clientA);
    const [first = "", second = ""] = await invoices(world.clientA, 2);
    await world.post("administrator", PATH, { projectId, invoiceIds: [first] });
    const answer = await world.post("administrator", PATH, {
      projectId: projectId.toUpperCase(),
      invoiceIds: [first, second, second.toUpperCase()],
    });
    expect(answer.body).toEqual({ success: true, linkedCount: 1 });
  });

  test("is named in the audit log for each invoice", async () => {
    const projectId = await aProject(world.clientA);
    const [invoice] = await invoices(world.clientA, 1);
    await world.post("administrator", PATH, { projectId, invoiceIds: [invoice] });
    const { rows } = await world.sql.query(
      "select actor_id, action from public.audit_log where row_id = $1",
      [invoice],
    );
    expect(rows).toEqual([{ actor_id: world.administratorId, action: "update" }]);
  });

  test("parallel calls link each invoice once and count it once", async () => {
    const projectId = await aProject(world.clientA);
    const ids = await invoices(world.clientA, 20);
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids.slice(5), ids].map((invoiceIds) =>
        world.post("administrator", PATH, { projectId, invoiceIds }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, answer) => sum + Number(answer.body.linkedCount), 0)).toBe(20);
  });

  test("of two projects that want the same invoices, one gets all and the other none", async () => {
    const [one, other] = [await aProject(world.clientA), await aProject(world.clientA)];
    const invoiceIds = await invoices(world.clientA, 10);
    const answers = await Promise.all(
      [one, other].map((projectId) => world.post("administrator", PATH, { projectId, invoiceIds })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect([await linkedTo(one), await linkedTo(other)].sort((a, b) => a - b)).toEqual([0, 10]);
  });
});

test("a sync that writes the same invoices in another order does not fail the call", async () => {
  const projectId = await aProject(world.clientA);
  const [linked = "", wanted = ""] = await invoices(world.clientA, 2);
  await world.post("administrator", PATH, { projectId, invoiceIds: [linked] });
  const sync = await world.sql.connect();
  await sync.query("begin");
  // Holds the project, whose value follows the amount.
  await sync.query("update public.invoices set amount = 200 where id = $1", [linked]);
  const answer = world.post("administrator", PATH, { projectId, invoiceIds: [wanted] });
  await untilSomebodyWaits();
  // The two are in each other's way now. Which of them PostgreSQL ends depends on who looks first; the call goes on.
  const written = await sync.query("update public.invoices set amount = 300 where id = $1", [wanted]).then(
    () => true,
    (cause: { code?: string }) => {
      if (cause.code !== "40P01") throw cause;
      return false;
    },
  );
  await sync.query(written ? "commit" : "rollback");
  sync.release();
  expect(await answer).toEqual({ status: 200, body: { success: true, linkedCount: 1 } });

  async function untilSomebodyWaits(): Promise<void> {
    const { rows } = await world.sql.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length === 0) await untilSomebodyWaits();
  }
});

describe("one wrong invoice, and nothing is linked", () => {
  test.each([
    ["another client's", () => invoices(world.clientB, 1), 409, "invoice_of_another_client"],
    ["one of no client yet", () => invoices(null, 1), 409, "invoice_of_another_client"],
    ["an unknown one", async () => [randomUUID()], 404, "unknown_invoice"],
    ["one of another project", invoiceOfAnotherProject, 409, "invoice_linked_elsewhere"],
  ] as const)("%s", async (_name, wrong, status, code) => {
    const projectId = await aProject(world.clientA);
    const invoiceIds = [...(await invoices(world.clientA, 2)), ...(await wrong())];
    const answer = await world.post("administrator", PATH, { projectId, invoiceIds });
    expect(answer).toEqual({ status, body: { success: false, error: expect.any(String), code } });
    expect(await linkedTo(projectId)).toBe(0);
  });

  async function invoiceOfAnotherProject(): Promise<string[]> {
    const invoiceIds = await invoices(world.clientA, 1);
    await world.post("administrator", PATH, { projectId: await aProject(world.clientA), invoiceIds });
    return invoiceIds;
  }

  test("an unknown project is not found", async () => {
    const invoiceIds = await invoices(world.clientA, 1);
    const answer = await world.post("administrator", PATH, { projectId: randomUUID(), invoiceIds });
    expect(answer).toMatchObject({ status: 404, body: { code: "unknown_project" } });
  });
});

describe("refused", () => {
  test("a visitor and a client, who learn nothing of the project", async () => {
    const projectId = await aProject(world.clientA);
    const invoiceIds = await invoices(world.clientA, 1);
    expect(await world.post("visitor", PATH, { projectId, invoiceIds })).toMatchObject({ status: 401 });
    expect(await world.post("client", PATH, { projectId, invoiceIds })).toMatchObject({ status: 403 });
    expect(await linkedTo(projectId)).toBe(0);
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
    const answer = await world.post("administrator", PATH, body);
    expect(answer).toEqual({
      status: 400,
      body: { success: false, error: expect.any(String), code: expect.any(String) },
    });
  });
});
