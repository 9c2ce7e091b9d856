import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createQuery } from "#server/database/query.ts";
import { readQueryCatalog } from "./catalog.ts";
import { describeStatement } from "./describe-statement.ts";
import { generateStatements } from "./generate-statements.ts";
import { NON_NULL_FUNCTIONS } from "./non-null-functions.ts";

const VALUES = `
  select true as "bool", 1::int2 as "int2", 1 as "int4", 1.5::float8 as "float8", 1::oid as "oid", 1::int8 as "int8",
         1.5::numeric as "numeric", lower('A') as "text", 'a'::name as "name", gen_random_uuid() as "uuid",
         '::1'::inet as "inet", now() as "timestamptz", now()::timestamp as "timestamp", current_date as "date",
         'a'::bytea as "bytea", array['a'] as "texts", array[1] as "numbers"`;

const TYPE_OF_VALUE: Record<string, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  string: (value) => typeof value === "string",
  Date: (value) => value instanceof Date,
  Buffer: (value) => Buffer.isBuffer(value),
  "string[]": (value) => Array.isArray(value) && typeof value[0] === "string",
  "number[]": (value) => Array.isArray(value) && typeof value[0] === "number",
};

test("node-postgres returns the generated types", async () => {
  const { pool } = await createTestDatabase();
  const client = await pool.connect();
  const description = await describeStatement(client, await readQueryCatalog(client, []), VALUES);
  client.release();
  const [row = {}] = await createQuery(pool).dynamic(VALUES);
  const source = generateStatements(new Map([["select", description]]), {});
  const types = [...(/row: \{ (.*) \}/.exec(source)?.[1] ?? "").matchAll(/(\w+): ([\w[\]]+)(?: \| null)?/g)];
  expect(types.map(([, name]) => name)).toEqual(Object.keys(row));
  const wrong = types.filter(([, name = "", type = ""]) => !TYPE_OF_VALUE[type]?.(row[name]));
  expect(wrong.map(([text]) => text)).toEqual([]);
});

test("every function without null results exists", async () => {
  const { pool } = await createTestDatabase();
  const rows = await createQuery(pool).dynamic(
    "select proname from pg_proc where pronamespace = 'pg_catalog'::regnamespace",
  );
  const known = new Set(rows.map(({ proname }) => proname));
  expect([...NON_NULL_FUNCTIONS.keys()].filter((name) => !known.has(name))).toEqual([]);
});
