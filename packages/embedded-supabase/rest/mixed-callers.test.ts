import { expect, test } from "vitest";
import { aDatabase } from "#tests/support/database.ts";
import { aRestWorld, type Person } from "#tests/support/rest-world.ts";
import { fillShops, shopSchema } from "#tests/support/shops.ts";

const requests = 3_000;
const parallel = 50;

test("50 at a time over 10 connections, nobody is given a foreign row", { timeout: 60_000 }, async () => {
  const { pool } = await aDatabase();
  await pool.query(shopSchema);
  const { aPerson, visitor } = aRestWorld(pool);
  const [a, b, administrator] = [await aPerson(), await aPerson(), await aPerson({ role: "admin" })];
  const shops = await fillShops(pool, a.id, b.id);

  const ways: ((person: Person) => Promise<Response>)[] = [
    (person) => person.request("orders?select=number,shops(name),parcels(code)"),
    (person) => person.request("shops?select=name,orders(number)", { headers: { Prefer: "count=exact" } }),
    (person) => person.request("rpc/orders_over", { method: "POST", body: '{"minimum":0,"maximum":1e30}' }),
    (person) => person.request("orders?select=number", { headers: { Accept: "text/csv" } }),
    (person) =>
      person.request(`orders?number=in.(A-1,B-1)&select=number,shops(name)`, {
        method: "PATCH",
        headers: { Prefer: "return=representation" },
        body: '{"due_on":"2026-07-01"}',
      }),
    (person) => person.request("orders?select=nope"),
    (person) =>
      person.request("orders", { method: "POST", body: `{"shop_id":"${shops.shopA}","number":""}` }),
  ];
  const foreign = (person: Person, body: string) => {
    if (person === administrator) return false;
    if (person === a) return /B-1|Beta/.test(body);
    if (person === b) return /A-[12]|Alpha/.test(body);
    return /[AB]-[12]|Alpha|Beta/.test(body);
  };

  const people = [a, b, administrator, visitor];
  const seen = { foreign: 0, failed: 0, own: 0 };
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < requests; at = next++) {
      const person = people[at % people.length] as Person;
      const answer = await (ways[(at * 7 + 3) % ways.length] as (typeof ways)[number])(person);
      const body = await answer.text();
      if (foreign(person, body)) seen.foreign++;
      if (answer.status >= 500) seen.failed++;
      if (answer.ok && /[AB]-1/.test(body)) seen.own++;
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));

  expect(seen).toMatchObject({ foreign: 0, failed: 0 });
  expect(seen.own).toBeGreaterThan(requests / 3);
});
