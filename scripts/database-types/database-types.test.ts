import { createClient } from "@supabase/supabase-js";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { Database, TablesInsert } from "#supabase/database.types.ts";
import { aDatabase } from "#tests/support/database.ts";
import { readCatalogue } from "./catalogue.ts";
import { databaseTypes } from "./typescript.ts";

/** Types of a schema with one of everything our own migrations may come to use. */
async function typesOf(sql: string): Promise<string> {
  const { pool } = await aDatabase();
  await pool.query("create schema sample");
  await pool.query(`set search_path = sample; ${sql}; reset search_path`);
  return databaseTypes(await readCatalogue(pool, "sample"));
}

describe("the generated types", () => {
  test("say what may be left out, what may be null and what nobody may write", async () => {
    const types = await typesOf(`
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
          price?: number | null
          tags?: string[]
        }`);
    expect(types).toContain(`mood: "calm" | "exact"`);
  });

  test("tell a composite key's columns in order, and one row from many", async () => {
    const types = await typesOf(`
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

  test("offer functions, but not those of triggers", async () => {
    const types = await typesOf(`
      create function add_up(a integer, b integer default 1) returns integer language sql as 'select a + b';
      create function all_names() returns setof text language sql as 'select 1::text';
      create function both_of(x date) returns table (day date, amount numeric) language sql as 'select x, 1.5';
      create function on_change() returns trigger language plpgsql as 'begin return new; end'`);
    expect(types).toContain("add_up: { Args: { a: number; b?: number }; Returns: number }");
    expect(types).toContain("all_names: { Args: never; Returns: string[] }");
    expect(types).toContain("both_of: { Args: { x: string }; Returns: { day: string; amount: number }[] }");
    expect(types).not.toContain("on_change");
  });

  test("let supabase-js know what an embedded row is", () => {
    const supabase = createClient<Database>("http://localhost", "key");
    const projects = () =>
      supabase.from("projects").select("project_name, clients(company), invoices(amount)").single();
    type Project = NonNullable<Awaited<ReturnType<typeof projects>>["data"]>;
    expectTypeOf<Project["clients"]>().toEqualTypeOf<{ company: string }>();
    expectTypeOf<Project["invoices"]>().toEqualTypeOf<{ amount: number }[]>();
    expectTypeOf<TablesInsert<"audit_log">["id"]>().toEqualTypeOf<undefined>();
  });
});
