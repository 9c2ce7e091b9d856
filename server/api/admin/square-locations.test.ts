import { beforeAll, expect, test } from "vitest";
import { createSquareEnvironment, type SquareEnvironment } from "#tests/support/square/square-environment.ts";

let environment: SquareEnvironment;
beforeAll(async () => {
  environment = await createSquareEnvironment({ simulator: { seed: { invoiceCount: 60 } } });
  await environment.connect();
});

const PATH = "/api/admin/square/locations";
const requestLocations = async () => (await environment.request(PATH, { as: "administrator" })).json();
const exclude = (excludedLocationIds: string[], as: "administrator" | "client" = "administrator") =>
  environment.request(PATH, { method: "PUT", as, body: JSON.stringify({ excludedLocationIds }) });
const findLocationId = (name: string) =>
  Object.values(environment.simulator.state().locations).find((location) => location.name === name)?.id ?? "";
const countStored = async (locationId: string) => {
  const { rows } = await environment.pool.query(
    "select count(*)::int as count from public.invoices where square_location_id = $1",
    [locationId],
  );
  return rows[0].count;
};
const findInvoice = (locationId: string, status: string) => {
  const invoice = Object.values(environment.simulator.state().invoices).find(
    (candidate) => candidate.location_id === locationId && candidate.status === status,
  );
  if (!invoice) {
    throw new Error(`The merchant has no ${status} invoice at this location.`);
  }
  return invoice;
};

test("lists all locations with name, status and time zone, and includes all of them by default", async () => {
  expect((await environment.request(PATH, { as: "client" })).status).toBe(403);
  const { locations } = await requestLocations();
  expect(locations).toHaveLength(3);
  expect(locations).toContainEqual({
    id: findLocationId("Chicago (closed)"),
    name: "Chicago (closed)",
    isActive: false,
    timeZone: "America/Chicago",
    isIncluded: true,
    acceptsInvoices: false,
    storedInvoices: 0,
  });
});

test("rejects unknown locations and an empty selection", async () => {
  const ids = Object.keys(environment.simulator.state().locations);
  expect((await exclude([findLocationId("New York")], "client")).status).toBe(403);
  expect((await exclude(["UNKNOWN"])).status).toBe(400);
  const response = await exclude(ids);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: "Select at least one location." });
});

test("does not import invoices of an excluded location in a sync, a comparison or an event", async () => {
  const excludedId = findLocationId("New York");
  expect((await exclude([excludedId])).status).toBe(200);
  const { rows: audit } = await environment.pool.query(
    "select actor, action, after from public.audit_log where table_name = 'provider_connections' order by id desc limit 1",
  );
  expect(audit).toEqual([
    { actor: environment.adminId, action: "update", after: { excluded_location_ids: [excludedId] } },
  ]);

  const { body } = await environment.sync();
  expect(body).toMatchObject({ success: true, report: { excluded: expect.any(Number) } });
  expect(await countStored(excludedId)).toBe(0);
  expect(await countStored(findLocationId("San Francisco"))).toBeGreaterThan(0);

  const compared = await environment.request("/api/admin/square/compare", {
    method: "POST",
    as: "administrator",
  });
  const { runId } = await compared.json();
  await environment.runJobs();
  const { rows: runs } = await environment.pool.query(
    "select comparison from private.sync_runs where id = $1",
    [runId],
  );
  expect(runs[0].comparison).toMatchObject({ found: 0, left: 0 });
  expect(await countStored(excludedId)).toBe(0);

  environment.simulator.pay(findInvoice(excludedId, "UNPAID").id);
  await environment.receiveWebhooks();
  expect(await countStored(excludedId)).toBe(0);
  const { rows: events } = await environment.pool.query(
    "select distinct outcome from private.webhook_events where type = 'invoice.payment_made'",
  );
  expect(events).toEqual([{ outcome: "ignored: The invoice's location isn't synced" }]);
});

test("imports a location's invoices after it is included again, and keeps them up to date after it is excluded", async () => {
  const locationId = findLocationId("New York");
  await exclude([]);
  await environment.sync();
  const storedCount = await countStored(locationId);
  expect(storedCount).toBeGreaterThan(0);

  await exclude([locationId]);
  const invoice = findInvoice(locationId, "UNPAID");
  environment.simulator.pay(invoice.id);
  await environment.receiveWebhooks();
  const { rows } = await environment.pool.query(
    "select square_status from public.invoices where square_invoice_id = $1",
    [invoice.id],
  );
  expect(rows).toEqual([{ square_status: environment.simulator.state().invoices[invoice.id]?.status }]);
  expect(rows[0].square_status).not.toBe("UNPAID");
  expect(await countStored(locationId)).toBe(storedCount);
});

test("keeps the selection when the merchant disconnects and connects again", async () => {
  const locationId = findLocationId("New York");
  await environment.request("/api/oauth/square?action=disconnect", { method: "POST", as: "administrator" });
  expect((await requestLocations()).locations).toEqual([]);
  const rejected = await exclude([locationId]);
  expect([rejected.status, (await rejected.json()).code]).toEqual([409, "not_connected"]);
  await environment.connect();
  const { locations } = await requestLocations();
  const excluded = locations.filter((location: { isIncluded: boolean }) => !location.isIncluded);
  expect(excluded).toEqual([expect.objectContaining({ id: locationId })]);
});

test("reports that Square cannot be reached", async () => {
  environment.simulator.addFault({
    kind: "server-error",
    status: 503,
    operation: "ListLocations",
    times: null,
  });
  const response = await environment.request(PATH, { as: "administrator" });
  environment.simulator.clearFaults();
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: "We couldn't reach Square." });
});
