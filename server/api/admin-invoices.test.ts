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

const unassign = (
  id: string,
  clientId: unknown,
  as: "administrator" | "client" | "visitor" = "administrator",
) => world.post(as, `/api/admin/invoices/${id}/unassign`, { clientId });

test("what was assigned by hand is taken back, filed, and can go to the right client", async () => {
  const id = await anInvoice();
  await assign(id, { clientId: world.clientA });
  expect(await unassign(id, world.clientA)).toEqual({ status: 200, body: { success: true } });
  expect(await stored(id)).toEqual({ client_id: null, client_assigned_manually: false });
  const { rows } = await world.sql.query("select actor_id from public.audit_log where row_id = $1", [id]);
  expect(rows).toEqual([{ actor_id: world.administratorId }, { actor_id: world.administratorId }]);
  expect(await assign(id, { clientId: world.clientB })).toMatchObject({ status: 200 });
  // Whoever still sees the first choice does not take back the second.
  expect(await unassign(id, world.clientA)).toMatchObject({ status: 409, body: { code: "another_client" } });
  expect(await stored(id)).toEqual({ client_id: world.clientB, client_assigned_manually: true });
});

test("what a sync matched, or a project holds, is not taken back", async () => {
  const matched = await anInvoice(world.clientA);
  expect(await unassign(matched, world.clientA)).toMatchObject({
    status: 409,
    body: { code: "matched_by_sync" },
  });
  const linked = await anInvoice();
  await assign(linked, { clientId: world.clientA });
  await world.sql.query(
    `with project as (insert into public.projects (client_id, project_name) values ($1, 'Held') returning id)
     update public.invoices set project_id = project.id from project where invoices.id = $2`,
    [world.clientA, linked],
  );
  expect(await unassign(linked, world.clientA)).toMatchObject({
    status: 409,
    body: { code: "linked_to_project" },
  });
  expect(await stored(linked)).toEqual({ client_id: world.clientA, client_assigned_manually: true });
});

test("nobody else takes an assignment back, and nonsense changes nothing", async () => {
  const id = await anInvoice();
  await assign(id, { clientId: world.clientA });
  expect(await unassign(id, world.clientA, "visitor")).toMatchObject({ status: 401 });
  expect(await unassign(id, world.clientA, "client")).toMatchObject({ status: 403 });
  expect(await unassign(id, null)).toMatchObject({ status: 400 });
  expect(await unassign(randomUUID(), world.clientA)).toMatchObject({ status: 404 });
  expect(await stored(id)).toEqual({ client_id: world.clientA, client_assigned_manually: true });
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
