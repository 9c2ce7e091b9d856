import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { adminInvoices } from "#server/api/admin-invoices.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

let world: ApiCallers;
beforeAll(async () => {
  world = await apiCallers(adminInvoices);
});

async function anInvoice(clientId: string | null = null): Promise<string> {
  const { rows } = await world.sql.query(
    "insert into public.invoices (client_id, amount, status) values ($1, 100, 'pending') returning id",
    [clientId],
  );
  return rows[0].id;
}

async function stored(id: string) {
  const { rows } = await world.sql.query(
    "select client_id, client_assigned_manually from public.invoices where id = $1",
    [id],
  );
  return rows[0];
}

const assign = (id: string, body: unknown, as: "administrator" | "client" | "visitor" = "administrator") =>
  world.post(as, `/api/admin/invoices/${id}/assign`, body);

test("an unmatched invoice gets its client by hand, and who did it is filed", async () => {
  const id = await anInvoice();
  expect(await assign(id, { clientId: world.clientA })).toEqual({ status: 200, body: { success: true } });
  expect(await stored(id)).toEqual({ client_id: world.clientA, client_assigned_manually: true });
  const { rows } = await world.sql.query("select actor_id from public.audit_log where row_id = $1", [id]);
  expect(rows).toEqual([{ actor_id: world.administratorId }]);
});

test("an invoice never moves from one client to another", async () => {
  const id = await anInvoice(world.clientB);
  expect(await assign(id, { clientId: world.clientA })).toMatchObject({
    status: 409,
    body: { code: "has_client" },
  });
  expect(await stored(id)).toEqual({ client_id: world.clientB, client_assigned_manually: false });
});

test("strangers, unknown ids and nonsense change nothing", async () => {
  const id = await anInvoice();
  const body = { clientId: world.clientA };
  expect(await assign(id, body, "visitor")).toMatchObject({ status: 401 });
  expect(await assign(id, body, "client")).toMatchObject({ status: 403 });
  expect(await assign(id, { clientId: randomUUID() })).toMatchObject({ status: 404 });
  expect(await assign(id, { clientId: "1" })).toMatchObject({ status: 400 });
  expect(await assign(id, "{")).toMatchObject({ status: 400 });
  for (const unknown of [randomUUID(), "1"])
    expect(await assign(unknown, body)).toMatchObject({ status: 404 });
  expect(await stored(id)).toMatchObject({ client_id: null });
});
