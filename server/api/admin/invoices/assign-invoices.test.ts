import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createInvoiceAssignmentRoutes } from "#server/api/admin/invoices/assign-invoices.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

let fixture: ApiEnvironment;
beforeAll(async () => {
  fixture = await createApiEnvironment(createInvoiceAssignmentRoutes);
});

async function createInvoice(clientId: string | null = null): Promise<string> {
  const { rows } = await fixture.sql.query(
    "insert into public.invoices (client_id, amount, status) values ($1, 100, 'pending') returning id",
    [clientId],
  );
  return rows[0].id;
}

async function readInvoice(id: string) {
  const { rows } = await fixture.sql.query(
    "select client_id, client_assigned_manually from public.invoices where id = $1",
    [id],
  );
  return rows[0];
}

const assign = (id: string, body: unknown, as: "administrator" | "client" | "visitor" = "administrator") =>
  fixture.post(as, `/api/admin/invoices/${id}/assign`, body);

test("assigns an unmatched invoice to a client and audits the administrator", async () => {
  const id = await createInvoice();
  expect(await assign(id, { clientId: fixture.clientA })).toEqual({ status: 200, body: { success: true } });
  expect(await readInvoice(id)).toEqual({ client_id: fixture.clientA, client_assigned_manually: true });
  const { rows } = await fixture.sql.query("select actor_id from public.audit_log where row_id = $1", [id]);
  expect(rows).toEqual([{ actor_id: fixture.administratorId }]);
});

test("never moves an invoice from one client to another", async () => {
  const id = await createInvoice(fixture.clientB);
  expect(await assign(id, { clientId: fixture.clientA })).toMatchObject({
    status: 409,
    body: { code: "has_client" },
  });
  expect(await readInvoice(id)).toEqual({ client_id: fixture.clientB, client_assigned_manually: false });
});

const unassign = (
  id: string,
  clientId: unknown,
  as: "administrator" | "client" | "visitor" = "administrator",
) => fixture.post(as, `/api/admin/invoices/${id}/unassign`, { clientId });

test("undoes a manual assignment, with an audit entry, so that it can be corrected", async () => {
  const id = await createInvoice();
  await assign(id, { clientId: fixture.clientA });
  expect(await unassign(id, fixture.clientA)).toEqual({ status: 200, body: { success: true } });
  expect(await readInvoice(id)).toEqual({ client_id: null, client_assigned_manually: false });
  const { rows } = await fixture.sql.query("select actor_id from public.audit_log where row_id = $1", [id]);
  expect(rows).toEqual([{ actor_id: fixture.administratorId }, { actor_id: fixture.administratorId }]);
  expect(await assign(id, { clientId: fixture.clientB })).toMatchObject({ status: 200 });
  // A page that still shows the first assignment must not undo the second.
  expect(await unassign(id, fixture.clientA)).toMatchObject({
    status: 409,
    body: { code: "another_client" },
  });
  expect(await readInvoice(id)).toEqual({ client_id: fixture.clientB, client_assigned_manually: true });
});

test("does not unassign an invoice matched by a sync or linked to a project", async () => {
  const matchedId = await createInvoice(fixture.clientA);
  expect(await unassign(matchedId, fixture.clientA)).toMatchObject({
    status: 409,
    body: { code: "matched_by_sync" },
  });
  const linkedId = await createInvoice();
  await assign(linkedId, { clientId: fixture.clientA });
  await fixture.sql.query(
    `with project as (insert into public.projects (client_id, project_name) values ($1, 'Held') returning id)
     update public.invoices set project_id = project.id from project where invoices.id = $2`,
    [fixture.clientA, linkedId],
  );
  expect(await unassign(linkedId, fixture.clientA)).toMatchObject({
    status: 409,
    body: { code: "linked_to_project" },
  });
  expect(await readInvoice(linkedId)).toEqual({ client_id: fixture.clientA, client_assigned_manually: true });
});

test("rejects unassigning by unauthorized callers and invalid input", async () => {
  const id = await createInvoice();
  await assign(id, { clientId: fixture.clientA });
  expect(await unassign(id, fixture.clientA, "visitor")).toMatchObject({ status: 401 });
  expect(await unassign(id, fixture.clientA, "client")).toMatchObject({ status: 403 });
  expect(await unassign(id, null)).toMatchObject({ status: 400 });
  expect(await unassign(randomUUID(), fixture.clientA)).toMatchObject({ status: 404 });
  expect(await readInvoice(id)).toEqual({ client_id: fixture.clientA, client_assigned_manually: true });
});

test("rejects unauthorized callers, unknown ids and invalid input", async () => {
  const id = await createInvoice();
  const body = { clientId: fixture.clientA };
  expect(await assign(id, body, "visitor")).toMatchObject({ status: 401 });
  expect(await assign(id, body, "client")).toMatchObject({ status: 403 });
  expect(await assign(id, { clientId: randomUUID() })).toMatchObject({ status: 404 });
  expect(await assign(id, { clientId: "1" })).toMatchObject({ status: 400 });
  expect(await assign(id, "{")).toMatchObject({ status: 400 });
  for (const unknown of [randomUUID(), "1"]) {
    expect(await assign(unknown, body)).toMatchObject({ status: 404 });
  }
  expect(await readInvoice(id)).toMatchObject({ client_id: null });
});
