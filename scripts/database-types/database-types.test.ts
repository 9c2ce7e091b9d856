import { createClient } from "@supabase/supabase-js";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { ClosedSets, Database, TablesInsert } from "#supabase/database.types.ts";
import type { Dollars } from "#supabase/value-types.ts";
import { readCatalog } from "./catalog.ts";
import { generateTypes } from "./generate-types.ts";

/** Creates a schema with the given SQL and generates its types. */
async function generateTypesFor(sql: string): Promise<string> {
  const { pool } = await createTestDatabase();
  await pool.query("create schema sample");
  await pool.query(`set search_path = sample; ${sql}; reset search_path`);
  return generateTypes(await readCatalog(pool, "sample"));
}

describe("the generated types", () => {
  test("mark optional, nullable and read-only columns", async () => {
    const types = await generateTypesFor(`
      create type mood as enum ('calm', 'exact');
      create table things (
        id bigint generated always as identity primary key,
        name text not null,
        tags text[] not null default '{}',
        price numeric(10, 2),
        doubled numeric generated always as (price * 2) stored,
        mood mood not null,
        extra jsonb)`);
    expect(types).toContain(`        Insert: {
          doubled?: never
          extra?: Json | null
          id?: never
          mood: Database["public"]["Enums"]["mood"]
          name: string
          price?: DollarsInput | null
          tags?: string[]
        }`);
    expect(types).toContain(`mood: "calm" | "exact"`);
  });

  test("have branded types for amounts, dates and timestamps, and accept plain values in writes", async () => {
    const types = await generateTypesFor(`
      create table things (
        id integer primary key,
        price numeric(10, 2) not null,
        paid_on date,
        moments timestamptz[] not null,
        local timestamp not null)`);
    expect(types).toContain(`        Row: {
          id: number
          local: string
          moments: Instant[]
          paid_on: CalendarDate | null
          price: Dollars
        }
        Insert: {
          id: number
          local: string
          moments: InstantInput[]
          paid_on?: CalendarDateInput | null
          price: DollarsInput
        }`);
  });

  test("have unions for columns that a check constraint limits to a set of values", async () => {
    const types = await generateTypesFor(`
      create table things (
        id integer primary key,
        status text not null check (status in ('open', 'it''s "done"')),
        kind text check (kind in ('only')),
        note text not null check (note = ''),
        size text not null check (length(size) < 5),
        either text check (either in ('a', 'b') or id > 3));
      create view thing_list as select id, status, upper(status) as label, kind as sort from things`);
    expect(types).toContain(`        Row: {
          either: string | null
          id: number
          kind: "only" | null
          note: string
          size: string
          status: "open" | "it's \\"done\\""
        }`);
    expect(types).toContain(`        Row: {
          id: number | null
          label: string | null
          sort: "only" | null
          status: "open" | "it's \\"done\\"" | null
        }`);
  });

  test("include the closed sets of private tables, such as job outcomes", () => {
    expectTypeOf<ClosedSets["private.job_runs.outcome"]>().toEqualTypeOf<"succeeded" | "failed">();
    expectTypeOf<ClosedSets["clients.status"]>().toEqualTypeOf<"active" | "suspended">();
  });

  test("list the columns of a composite key in order and recognize one-to-one relationships", async () => {
    const types = await generateTypesFor(`
      create table parents (b integer, a integer, primary key (a, b));
      create table children (x integer, y integer, foreign key (y, x) references parents (b, a));
      create table shadows (x integer, y integer, unique (y, x), foreign key (x, y) references parents (a, b))`);
    expect(types).toContain(`            foreignKeyName: "children_y_x_fkey"
            columns: ["y", "x"]
            isOneToOne: false
            referencedRelation: "parents"
            referencedColumns: ["b", "a"]`);
    expect(types).toMatch(/columns: \["x", "y"\]\n +isOneToOne: true/);
  });

  test("include functions, but not trigger functions", async () => {
    const types = await generateTypesFor(`
      create function add_up(a integer, b integer default 1) returns integer language sql as 'select a + b';
      create function all_names() returns setof text language sql as 'select 1::text';
      create function both_of(x date) returns table (day date, amount numeric) language sql as 'select x, 1.5';
      create function on_change() returns trigger language plpgsql as 'begin return new; end'`);
    expect(types).toContain("add_up: { Args: { a: number; b?: number }; Returns: number }");
    expect(types).toContain("all_names: { Args: never; Returns: string[] }");
    expect(types).toContain(
      "both_of: { Args: { x: CalendarDateInput }; Returns: { day: CalendarDate; amount: Dollars }[] }",
    );
    expect(types).not.toContain("on_change");
  });

  test("return the rows of a table or view from functions, which supabase-js can filter", async () => {
    const types = await generateTypesFor(`
      create table things (id integer primary key);
      create function some_things() returns setof things language sql as 'select * from things'`);
    expect(types).toContain(
      `some_things: { Args: never; Returns: Database["public"]["Tables"]["things"]["Row"][]; SetofOptions: { from: "*"; to: "things"; isOneToOne: false; isSetofReturn: true } }`,
    );
  });

  test("let supabase-js infer the types of embedded resources", () => {
    const supabase = createClient<Database>("http://localhost", "key");
    const projects = () =>
      supabase.from("projects").select("project_name, clients(company), invoices(amount)").single();
    type Project = NonNullable<Awaited<ReturnType<typeof projects>>["data"]>;
    expectTypeOf<Project["clients"]>().toEqualTypeOf<{ company: string }>();
    expectTypeOf<Project["invoices"]>().toEqualTypeOf<{ amount: Dollars }[]>();
    expectTypeOf<TablesInsert<"audit_log">["id"]>().toEqualTypeOf<undefined>();
  });
});
