import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createClientRateRoutes } from "#server/api/admin/clients/rates.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

const PATH = "/api/admin/update-client-rates";
let fixture: ApiEnvironment;

beforeAll(async () => {
  fixture = await createApiEnvironment(createClientRateRoutes);
});

function buildRateInput(serviceType: string, change: object = {}) {
  return {
    serviceType,
    hourlyRate: 275.5,
    monthlyRetainer: null,
    discountTier: null,
    description: "",
    effectiveFrom: "2026-01-31",
    ...change,
  };
}

async function readRates(clientId: string) {
  const { rows } = await fixture.sql.query(
    `select service_type, hourly_rate::float, monthly_retainer::float, discount_tier, effective_from::text
       from public.client_rates where client_id = $1 order by service_type`,
    [clientId],
  );
  return rows;
}

const save = (rates: unknown, clientId: string = fixture.clientA) =>
  fixture.post("administrator", PATH, { clientId, rates });

test("replaces all rate cards of the client and leaves other clients unchanged", async () => {
  await save([buildRateInput("Other client's card")], fixture.clientB);
  await save([buildRateInput("Assessment"), buildRateInput("Governance")]);
  const response = await save([
    buildRateInput("Engineering", { monthlyRetainer: 18_000, discountTier: "Gold" }),
  ]);
  expect(response).toEqual({ status: 200, body: { success: true, message: "Rates updated successfully!" } });
  expect(await readRates(fixture.clientA)).toEqual([
    {
      service_type: "Engineering",
      hourly_rate: 275.5,
      monthly_retainer: 18_000,
      discount_tier: "Gold",
      effective_from: "2026-01-31",
    },
  ]);
  expect(await readRates(fixture.clientB)).toHaveLength(1);
});

test("removes all rate cards if the list is empty", async () => {
  await save([buildRateInput("Assessment")]);
  expect(await save([])).toMatchObject({ status: 200 });
  expect(await readRates(fixture.clientA)).toEqual([]);
});

test("changes nothing if one rate card is invalid", async () => {
  await save([buildRateInput("Assessment")]);
  const invalidRates = [
    [buildRateInput("Governance"), buildRateInput("Engineering", { hourlyRate: -1 })],
    [buildRateInput("Governance"), buildRateInput("governance")],
    [buildRateInput("Governance", { hourlyRate: "NaN" })],
    [buildRateInput("Governance", { effectiveFrom: "2026-02-30" })],
    [buildRateInput("Governance\0")],
    Array.from({ length: 51 }, (_, index) => buildRateInput(`Card ${index}`)),
    "all of them",
  ];
  for (const rates of invalidRates) {
    expect(await save(rates)).toMatchObject({ status: 400, body: { success: false } });
  }
  expect(await readRates(fixture.clientA)).toMatchObject([{ service_type: "Assessment" }]);
});

test("stores one complete set when several are saved concurrently", async () => {
  const rateSets = ["One", "Two", "Three", "Four"].map((name) => [
    buildRateInput(`${name} a`),
    buildRateInput(`${name} b`),
  ]);
  const responses = await Promise.all(rateSets.map((rates) => save(rates)));
  expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200]);
  const storedSetNames = (await readRates(fixture.clientA)).map((rate) => rate.service_type.split(" ")[0]);
  expect(storedSetNames).toHaveLength(2);
  expect(new Set(storedSetNames).size).toBe(1);
});

test("records the administrator in the audit log", async () => {
  await save([buildRateInput("Audited")]);
  const { rows } = await fixture.sql.query(
    `select actor_id from public.audit_log where table_name = 'client_rates' and after ->> 'service_type' = 'Audited'`,
  );
  expect(rows).toEqual([{ actor_id: fixture.administratorId }]);
});

test("rejects visitors, clients and unknown client ids", async () => {
  const body = { clientId: fixture.clientA, rates: [buildRateInput("Mine for free", { hourlyRate: 0 })] };
  expect(await fixture.post("visitor", PATH, body)).toMatchObject({ status: 401 });
  expect(await fixture.post("client", PATH, body)).toMatchObject({ status: 403 });
  expect(await save([], randomUUID())).toMatchObject({ status: 404, body: { code: "unknown_client" } });
});
