import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { expect, test } from "vitest";
import { createQuery } from "#server/database/query.ts";
import { readQueryCatalog } from "./catalog.ts";
import { describeStatement } from "./describe-statement.ts";
import { generateStatements } from "./generate-statements.ts";

const VALUES = `
  select true as "bool", 1::int2 as "int2", 1 as "int4", 1.5::float8 as "float8", 1::oid as "oid", 1::int8 as "int8",
         1.5::numeric as "numeric", lower('A') as "text", 'a'::name as "name", gen_random_uuid() as "uuid",
         '::1'::inet as "inet", now() as "timestamptz", now()::timestamp as "timestamp", current_date as "date",
         'a'::bytea as "bytea", 'a'::bpchar as "bpchar", 'a'::varchar as "varchar", 'a'::"char" as "char",
         'pg_class'::regclass as "regclass", '0/1'::pg_lsn as "pg_lsn", '1'::xid as "xid",
         array[true] as "bools", array[1]::int2[] as "int2s", array[1] as "int4s", array[1.5]::float4[] as "float4s",
         array[1.5]::float8[] as "float8s", array[1]::oid[] as "oids", array[1]::int8[] as "int8s",
         array[1.5] as "numerics", array['a'] as "texts", array['a']::varchar[] as "varchars",
         array['a']::bpchar[] as "bpchars", array[gen_random_uuid()] as "uuids", array['::1']::inet[] as "inets",
         array[now()] as "timestamptzs", array[now()::timestamp] as "timestamps", array[current_date] as "dates",
         array['a']::bytea[] as "byteas"`;

/** Values that node-postgres does not parse, or whose types the generator does not know. */
const UNKNOWN_VALUES = `
  select array['a']::name[] as "names", array['a']::"char"[] as "chars",
         array['pg_class']::regclass[] as "regclasses", array['1']::xid[] as "xids", array['{}']::jsonb[] as "jsonbs",
         '1 day'::interval as "interval", '{}'::jsonb as "jsonb", '[1,2)'::int4range as "range", row(1, 2) as "row",
         '(1,2)'::point as "point", array['calm']::sample_mood[] as "moods", 'a'::sample_label as "label"`;

const TYPE_OF_VALUE: Record<string, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  Date: (value) => value instanceof Date,
  Buffer: (value) => Buffer.isBuffer(value),
  "string[]": (value) => Array.isArray(value) && typeof value[0] === "string",
  "number[]": (value) => Array.isArray(value) && typeof value[0] === "number",
  "boolean[]": (value) => Array.isArray(value) && typeof value[0] === "boolean",
  "Date[]": (value) => Array.isArray(value) && value[0] instanceof Date,
  "Buffer[]": (value) => Array.isArray(value) && Buffer.isBuffer(value[0]),
};

/** Returns the name and the generated type of each column. */
async function generateRow(pool: pg.Pool, sql: string): Promise<[name: string, type: string][]> {
  const client = await pool.connect();
  const description = await describeStatement(client, await readQueryCatalog(client, []), sql);
  client.release();
  const source = generateStatements(new Map([["select", description]]), {});
  const columns = (/row: \{ (.*) \}/.exec(source)?.[1] ?? "").split("; ");
  return columns.map((column) => {
    const [name = "", type = ""] = column.replace(" | null", "").split(": ");
    return [name, type];
  });
}

test("node-postgres returns the generated types", async () => {
  const { pool } = await createTestDatabase();
  const [row = {}] = await createQuery(pool).dynamic(VALUES);
  const types = await generateRow(pool, VALUES);
  expect(types.map(([name]) => name)).toEqual(Object.keys(row));
  expect(types.filter(([name, type]) => !TYPE_OF_VALUE[type]?.(row[name]))).toEqual([]);
});

test("other values have the type unknown", async () => {
  const { pool } = await createTestDatabase();
  await pool.query("create type sample_mood as enum ('calm'); create domain sample_label as text");
  const types = await generateRow(pool, UNKNOWN_VALUES);
  expect(types).toHaveLength(12);
  expect(types.filter(([, type]) => type !== "unknown")).toEqual([]);
});
