import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { NON_NULL_DATE_PARTS, NON_NULL_FUNCTIONS, NON_NULL_OPERATORS } from "./non-null-functions.ts";

/** Values of each type, including edge cases for which functions may return null. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  bool: ["true"],
  int2: ["1::int2"],
  int4: ["1", "0", "-1"],
  int8: ["1::int8", "0::int8"],
  float4: ["1::float4", "'infinity'::float4"],
  float8: ["1::float8", "'infinity'::float8", "'nan'::float8"],
  numeric: ["1.5", "'infinity'::numeric", "'nan'::numeric"],
  text: ["'year'::text", "''::text", "'utc'::text", "'utf8'::text", "'base64'::text", "'test.setting'::text"],
  name: ["'utf8'::name"],
  bpchar: ["''::bpchar"],
  bytea: ["''::bytea", "'a'::bytea"],
  date: ["current_date", "'infinity'::date"],
  time: ["localtime"],
  timetz: ["current_time"],
  timestamp: ["localtimestamp", "'infinity'::timestamp"],
  timestamptz: ["now()", "'-infinity'::timestamptz"],
  interval: ["'1 day'::interval", "'infinity'::interval"],
  oid: ["1::oid"],
  xid: ["'5'::xid"],
  uuid: ["gen_random_uuid()"],
  inet: ["'::1'::inet"],
  json: ["'null'::json", "'[]'::json"],
  jsonb: ["'null'::jsonb", "'{}'::jsonb", "'[]'::jsonb", "'[null]'::jsonb"],
  record: ["(select pair from (values (null::int, 1)) as pair)"],
  _text: ["'{}'::text[]", "array[null]::text[]"],
  anyarray: ["'{}'::int4[]", "array[1, null]"],
  anyelement: ["1"],
  anycompatiblearray: ["'{}'::int4[]", "array[1, null]"],
  anycompatible: ["1"],
  anynonarray: ["1"],
  anycompatiblenonarray: ["1"],
  anyrange: ["'empty'::int4range", "'(,)'::int4range", "'[1,2)'::int4range"],
  anymultirange: ["'{}'::int4multirange"],
  any: ["'a'::text"],
};

let pool: pg.Pool;
beforeAll(async () => {
  ({ pool } = await createTestDatabase());
  await pool.query(CREATE_IS_NULL);
});

/** Returns every combination of sample values for the given types. Empty if a type has no samples. */
function combineSamples(types: readonly string[], samples = SAMPLES): string[][] {
  return types.reduce<string[][]>(
    (combinations, type) =>
      combinations.flatMap((each) => (samples[type] ?? []).map((value) => [...each, value])),
    [[]],
  );
}

/** Evaluates expressions. Omits those that PostgreSQL rejects. */
async function evaluate(expressions: readonly string[]): Promise<Result[]> {
  const { rows } = await pool.query<Result>(
    `select expression, result.is_null as "isNull"
       from unnest($1::text[]) as expression, lateral is_null(expression) as result (is_null)
      where result.is_null is not null`,
    [expressions],
  );
  return rows;
}

type Result = { expression: string; isNull: boolean };

const CREATE_IS_NULL = `
  create function is_null(expression text) returns boolean language plpgsql as $$
  declare result boolean;
  begin
    execute 'select num_nulls(' || expression || ') = 1' into result;
    return result;
  exception when others then return null;
  end $$`;

async function readSignatures(name: string): Promise<string[][]> {
  const { rows } = await pool.query<{ types: string[] }>(
    `select coalesce((select array_agg(typname::text order by position)
                        from unnest(proargtypes) with ordinality as argument (type, position)
                        join pg_type on pg_type.oid = argument.type), '{}') as types
       from pg_proc where proname = $1 and pronamespace = 'pg_catalog'::regnamespace and prokind = 'f'`,
    [name],
  );
  return rows.map(({ types }) => types);
}

describe("functions return no null", () => {
  test.each([...NON_NULL_FUNCTIONS])("%s, %s", async (key, rule) => {
    const [, name = "", types] = /^(\w+)(?:\((.*)\))?$/.exec(key) ?? [];
    const signatures = types === undefined ? await readSignatures(name) : [types.split(", ")];
    const nullSamples = Object.fromEntries(
      Object.keys(SAMPLES).map((type) => [type, [`null::${toArgument(type)}`]]),
    );
    const calls = signatures.flatMap((signature) => [
      ...combineSamples(signature),
      ...(rule === "always" ? combineSamples(signature, nullSamples) : []),
    ]);
    const results = await evaluate(calls.map((args) => `${name}(${args.join(", ")})`));
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ isNull }) => isNull)).toEqual([]);
  });

  test.each([...NON_NULL_DATE_PARTS])("extract(%s from …)", async (part) => {
    const dates = [...(SAMPLES.date ?? []), ...(SAMPLES.timestamp ?? []), ...(SAMPLES.timestamptz ?? [])];
    const intervals = SAMPLES.interval ?? [];
    const results = await evaluate([...dates, ...intervals].map((date) => `extract(${part} from ${date})`));
    expect(results).toHaveLength(8);
    expect(results.filter(({ isNull }) => isNull)).toEqual([]);
  });

  test("format, if its first argument is not null", async () => {
    expect(await evaluate(["format('%s', null)", "format(null::text, 'a')"])).toEqual([
      { expression: "format('%s', null)", isNull: false },
      { expression: "format(null::text, 'a')", isNull: true },
    ]);
  });
});

describe("operators return no null", () => {
  test.each([...NON_NULL_OPERATORS])("%s", async (operator) => {
    const { rows } = await pool.query<{ types: string[] }>(
      `select array[left_type.typname, right_type.typname]::text[] as types
         from pg_operator
         join pg_type as left_type on left_type.oid = oprleft
         join pg_type as right_type on right_type.oid = oprright
        where oprname = $1 and oprnamespace = 'pg_catalog'::regnamespace`,
      [operator],
    );
    const calls = rows.flatMap(({ types }) => combineSamples(types));
    const results = await evaluate(calls.map(([left, right]) => `(${left}) ${operator} (${right})`));
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ isNull }) => isNull)).toEqual([]);
  });
});

/** Returns the type of an argument. Polymorphic arguments are passed as text. */
function toArgument(type: string): string {
  return type.startsWith("any") || type === "record" ? "text" : type.replace(/^_(.*)$/, "$1[]");
}
