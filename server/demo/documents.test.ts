import { afterAll, beforeAll, expect, test } from "vitest";
import { insertDocuments } from "#server/demo/documents.ts";
import { DEMONSTRATION_CLIENTS } from "#server/demo/people.ts";
import { jobs } from "#server/jobs/queue.ts";
import { type DocumentWorld, documentWorld } from "#tests/support/documents.ts";

let world: DocumentWorld;
beforeAll(async () => {
  world = await documentWorld();
  await world.sql.query("update public.users set email = $2 where id = $1", [
    world.userA,
    DEMONSTRATION_CLIENTS[0]?.email,
  ]);
});
afterAll(() => world.stop());

test("the demonstration's documents are files that open, made once however often a start was killed", async () => {
  const { database, files, clock } = world;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const load = () => insertDocuments({ database, files, scanner: null, jobs, log, now: () => clock.now });
  await load();
  await world.sql.query(
    "delete from public.documents where id = (select id from public.documents order by uploaded_at desc limit 1)",
  );
  await load();
  await load();
  const { rows } = await world.sql.query(
    "select id, name, version, is_latest, mime_type from public.documents order by uploaded_at",
  );
  expect(rows.map(({ name, version, is_latest }) => [name, version, is_latest])).toEqual([
    ["Master Services Agreement.pdf", 1, true],
    ["Model Inventory and Risk Register.xlsx", 1, true],
    ["Red Team Interim Report.pdf", 1, false],
    ["Red Team Interim Report.pdf", 2, true],
    ["Risk Heat Map.png", 1, true],
  ]);
  for (const { id } of rows) {
    const response = await world.ask("visitor", await world.linkTo(id));
    expect([response.status, (await response.arrayBuffer()).byteLength > 500]).toEqual([200, true]);
  }
});
