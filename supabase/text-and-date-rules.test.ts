import { readFile } from "node:fs/promises";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { SINGLE_LINE_CASES } from "#domain/test-support/single-line-cases.ts";
import { buildProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const CHECK_VIOLATION = { code: "23514" };

let database: TestDatabase;
let client: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database, { projects: [buildProject()] });
  await database.pool.query(
    `insert into public.service_bookings (client_id, service_type, preferred_start_date, project_description)
     values ($1, 'Audit', '2026-04-01', 'A description')`,
    [client.id],
  );
  await database.pool.query(
    "insert into public.client_rates (client_id, service_type, hourly_rate) values ($1, 'Audit', 1)",
    [client.id],
  );
  await database.pool.query(
    "insert into public.messages (client_id, sender_role, body) values ($1, 'client', 'Hello')",
    [client.id],
  );
  await database.pool.query(
    "insert into public.subscription_tiers (tier_name, monthly_price) values ('Core', 1)",
  );
  await database.pool.query(
    `insert into public.contact_inquiries (reference, name, email, company, service_interest, message)
     values ('INQ-1', 'Ada', 'ada@example.com', 'Engines', 'Other', 'A long enough message')`,
  );
});

const updateColumn = (table: string, column: string, value: unknown) =>
  database.pool.query(`update public.${table} set ${column} = $1`, [value]);

test.each(
  SINGLE_LINE_CASES,
)("the database agrees with the forms that %j is single-line text: %s", async (text, expected) => {
  const { rows } = await database.pool.query("select access.is_single_line($1) as result", [text]);
  expect(rows).toEqual([{ result: expected }]);
});

describe("single-line columns reject line breaks and direction marks", () => {
  test.each([
    ["clients", "company"],
    ["clients", "contact_person"],
    ["clients", "phone"],
    ["projects", "project_name"],
    ["service_bookings", "service_type"],
    ["service_bookings", "estimated_scope"],
    ["client_rates", "service_type"],
    ["client_rates", "discount_tier"],
    ["subscription_tiers", "tier_name"],
    ["contact_inquiries", "name"],
    ["contact_inquiries", "company"],
  ])("%s.%s", async (table, column) => {
    for (const text of ["Acme\nInc", "Acme\u202Ecnl"]) {
      await expect(updateColumn(table, column, text)).rejects.toMatchObject(CHECK_VIOLATION);
    }
    expect((await updateColumn(table, column, "Acme Inc")).rowCount).toBe(1);
  });

  test("subscription_tiers.features", async () => {
    await expect(updateColumn("subscription_tiers", "features", ["One", "Two\nlines"])).rejects.toMatchObject(
      CHECK_VIOLATION,
    );
    expect((await updateColumn("subscription_tiers", "features", ["One", "Two"])).rowCount).toBe(1);
  });
});

describe("date columns reject infinity", () => {
  test.each([
    ["projects", "start_date"],
    ["projects", "target_completion_date"],
    ["service_bookings", "preferred_start_date"],
    ["service_bookings", "scheduled_at"],
    ["messages", "read_by_client_at"],
    ["messages", "read_by_firm_at"],
    ["client_rates", "effective_from"],
    ["contact_inquiries", "replied_at"],
  ])("%s.%s", async (table, column) => {
    for (const value of ["infinity", "-infinity"]) {
      await expect(updateColumn(table, column, value)).rejects.toMatchObject(CHECK_VIOLATION);
    }
    expect((await updateColumn(table, column, "2026-04-01")).rowCount).toBe(1);
  });
});

test("the migration corrects existing rows", async () => {
  const { pool } = await createTestDatabase();
  await pool.query(`
    drop function access.is_single_line(text) cascade;
    alter table public.projects drop constraint projects_finite_dates_check;
    alter table public.service_bookings drop constraint service_bookings_finite_dates_check;
    alter table public.messages drop constraint messages_finite_dates_check;
    alter table public.client_rates drop constraint client_rates_finite_dates_check;
    alter table public.contact_inquiries drop constraint contact_inquiries_finite_dates_check;
    insert into public.clients (company, contact_person, phone)
      values (e'Acme \\n\\tInc\u202E', e'\u200E', e'1\\n2'), ('Untouched', 'Ada', '3');
    insert into public.projects (client_id, project_name, start_date, target_completion_date)
      select id, e'Model\\naudit', 'infinity', '-infinity' from public.clients where phone <> '3';
    insert into public.service_bookings (client_id, service_type, preferred_start_date, project_description)
      select id, e'Audit\u2066', '-infinity', 'A description' from public.clients where phone <> '3';
    insert into public.client_rates (client_id, service_type, discount_tier, hourly_rate, effective_from)
      select id, 'Audit', e'\\n', 1, 'infinity' from public.clients where phone <> '3';
    insert into public.messages (client_id, sender_role, body, read_by_firm_at)
      select id, 'client', 'Hello', 'infinity' from public.clients where phone <> '3';
    insert into public.subscription_tiers (id, tier_name, monthly_price, features)
      values ('11111111-1111-4111-8111-111111111111', 'Core', 1, '{One}'),
             ('22222222-2222-4222-8222-222222222222', e'Core\\n', 1, array[e'Two\\nlines', 'Three']);
    insert into public.contact_inquiries (reference, name, email, company, service_interest, message, replied_at)
      values ('INQ-1', e'A\u200E', 'ada@example.com', e'Engines\\r\\nLtd', 'Other', 'A long enough message', 'infinity')`);
  const migration = await readFile(
    new URL("migrations/20261124001900_text_and_date_rules.sql", import.meta.url),
    "utf8",
  );
  await pool.query(`begin; ${migration}; commit`);

  const read = async (sql: string) => (await pool.query({ text: sql, rowMode: "array" })).rows;
  expect(await read("select company, contact_person, phone from public.clients order by phone")).toEqual([
    ["Acme Inc", "Unknown", "1 2"],
    ["Untouched", "Ada", "3"],
  ]);
  expect(
    await read(
      "select project_name, start_date = created_at::date, target_completion_date from public.projects",
    ),
  ).toEqual([["Model audit", true, null]]);
  expect(
    await read("select service_type, preferred_start_date = created_at::date from public.service_bookings"),
  ).toEqual([["Audit", true]]);
  expect(
    await read("select discount_tier, effective_from = created_at::date from public.client_rates"),
  ).toEqual([[null, true]]);
  expect(await read("select isfinite(read_by_firm_at) from public.messages")).toEqual([[true]]);
  expect(await read("select tier_name, features from public.subscription_tiers order by id")).toEqual([
    ["Core", ["One"]],
    ["Core 22222222", ["Two lines", "Three"]],
  ]);
  expect(await read("select name, company, replied_at from public.contact_inquiries")).toEqual([
    ["Unknown", "Engines Ltd", null],
  ]);
});
