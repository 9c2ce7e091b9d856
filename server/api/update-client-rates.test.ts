import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { updateClientRates } from "#server/api/update-client-rates.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

const PATH = "/api/admin/update-client-rates";
let world: ApiCallers;

beforeAll(async () => {
  world = await apiCallers(updateClientRates);
});

function aRate(serviceType: string, change: object = {}) {
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

async function storedRates(clientId: string) {
  const { rows } = await world.sql.query(
    `select service_type, hourly_rate::float, monthly_retainer::float, discount_tier, effective_from::text
       from public.client_rates where client_id = $1 order by service_type`,
    [clientId],
  );
  return rows;
}

const save = (rates: unknown, clientId: string = world.clientA) =>
  world.post("administrator", PATH, { clientId, rates });

test("the sent cards become the client's whole set, and nobody else's change", async () => {
  await save([aRate("Other client's card")], world.clientB);
  await save([aRate("Assessment"), aRate("Governance")]);
  const answer = await save([aRate("Engineering", { monthlyRetainer: 18_000, discountTier: "Gold" })]);
  expect(answer).toEqual({ status: 200, body: { success: true, message: "Rates updated successfully!" } });
  expect(await storedRates(world.clientA)).toEqual([
    {
      service_type: "Engineering",
      hourly_rate: 275.5,
      monthly_retainer: 18_000,
      discount_tier: "Gold",
      effective_from: "2026-01-31",
    },
  ]);
  expect(await storedRates(world.clientB)).toHaveLength(1);
});

test("an empty set removes all cards", async () => {
  await save([aRate("Assessment")]);
  expect(await save([])).toMatchObject({ status: 200 });
  expect(await storedRates(world.clientA)).toEqual([]);
});

test("one wrong card, and the set stays as it was", async () => {
  await save([aRate("Assessment")]);
  const wrong = [
    [aRate("Governance"), aRate("Engineering", { hourlyRate: -1 })],
    [aRate("Governance"), aRate("governance")],
    [aRate("Governance", { hourlyRate: "NaN" })],
    [aRate("Governance", { effectiveFrom: "2026-02-30" })],
    [aRate("Governance\0")],
    Array.from({ length: 51 }, (_, index) => aRate(`Card ${index}`)),
    "all of them",
  ];
  for (const rates of wrong) {
    expect(await save(rates)).toMatchObject({ status: 400, body: { success: false } });
  }
  expect(await storedRates(world.clientA)).toMatchObject([{ service_type: "Assessment" }]);
});

test("of sets saved at once one whole set wins", async () => {
  const sets = ["One", "Two", "Three", "Four"].map((name) => [aRate(`${name} a`), aRate(`${name} b`)]);
  const answers = await Promise.all(sets.map((rates) => save(rates)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  const stored = (await storedRates(world.clientA)).map((rate) => rate.service_type.split(" ")[0]);
  expect(stored).toHaveLength(2);
  expect(new Set(stored).size).toBe(1);
});

test("the audit log names the administrator", async () => {
  await save([aRate("Audited")]);
  const { rows } = await world.sql.query(
    `select actor_id from public.audit_log where table_name = 'client_rates' and after ->> 'service_type' = 'Audited'`,
  );
  expect(rows).toEqual([{ actor_id: world.administratorId }]);
});

test("a visitor, a client and an unknown client's id are refused", async () => {
  const body = { clientId: world.clientA, rates: [aRate("Mine for free", { hourlyRate: 0 })] };
  expect(await world.post("visitor", PATH, body)).toMatchObject({ status: 401 });
  expect(await world.post("client", PATH, body)).toMatchObject({ status: 403 });
  expect(await save([], randomUUID())).toMatchObject({ status: 404, body: { code: "unknown_client" } });
});
