import { beforeEach, expect, test } from "vitest";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";
import { createDeadlineRoutes } from "./deadlines.ts";

const DEFAULTS = { critical: 7, high: 30, medium: 90, low: 180 };

let environment: ApiEnvironment;
beforeEach(async () => {
  environment = await createApiEnvironment(createDeadlineRoutes);
});

const save = (body: object) => environment.call("administrator", "PUT", "/api/admin/finding-deadlines", body);

async function readDeadlines(clientId: string | null) {
  const { rows } = await environment.sql.query(
    "select severity, days from public.finding_deadlines where client_id is not distinct from $1",
    [clientId],
  );
  return Object.fromEntries(rows.map(({ severity, days }) => [severity, days]));
}

test("sets the deadlines of one client, which can be removed again", async () => {
  const deadlines = { critical: 3, high: 14, medium: 60, low: null };
  expect((await save({ clientId: environment.clientA, deadlines })).status).toBe(200);
  expect(await readDeadlines(environment.clientA)).toEqual(deadlines);
  expect(await readDeadlines(null)).toEqual(DEFAULTS);
  expect((await save({ clientId: environment.clientA, deadlines: null })).status).toBe(200);
  expect(await readDeadlines(environment.clientA)).toEqual({});
});

test.each([1, 3650])("accepts a default of %d days", async (days) => {
  expect((await save({ clientId: null, deadlines: { ...DEFAULTS, critical: days } })).status).toBe(200);
  expect(await readDeadlines(null)).toEqual({ ...DEFAULTS, critical: days });
});

test.each([
  ["0 days", { ...DEFAULTS, high: 0 }],
  ["3,651 days", { ...DEFAULTS, high: 3651 }],
  ["half a day", { ...DEFAULTS, high: 0.5 }],
  ["no default", null],
])("rejects %s and keeps the deadlines", async (_, deadlines) => {
  expect((await save({ clientId: null, deadlines })).status).toBe(400);
  expect(await readDeadlines(null)).toEqual(DEFAULTS);
});

test("rejects an unknown client", async () => {
  const response = await save({ clientId: crypto.randomUUID(), deadlines: DEFAULTS });
  expect([response.status, response.body.code]).toEqual([404, "unknown_client"]);
});
