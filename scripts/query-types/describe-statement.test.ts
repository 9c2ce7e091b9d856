import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { type QueryCatalog, readQueryCatalog } from "./catalog.ts";
import { describeStatement, type StatementDescription } from "./describe-statement.ts";

const SCHEMA = `
  create schema sample;
  create type sample.mood as enum ('calm', 'exact');
  create table sample.owners (id integer primary key, name text not null, note text, mood sample.mood not null);
  create table sample.things (
    id integer primary key,
    owner_id integer not null references sample.owners,
    status text not null check (status in ('open', 'closed')),
    price numeric(12, 2) not null,
    due date,
    extra jsonb not null default '{}');
  create view sample.thing_list as
    select things.id, things.status as state, owners.note from sample.things join sample.owners on owners.id = owner_id;
  create function sample.owner_names() returns table (name text, note text) language sql
    as 'select owners.name, owners.note from sample.owners';
  create function sample.owner_count() returns bigint language sql as 'select count(*) from sample.owners'`;

let pool: pg.Pool;
let catalog: QueryCatalog;
beforeAll(async () => {
  ({ pool } = await createTestDatabase());
  await pool.query(SCHEMA);
  const client = await pool.connect();
  catalog = await readQueryCatalog(client, ["sample"]).finally(() => client.release());
});

async function describeSample(sql: string): Promise<StatementDescription> {
  const client = await pool.connect();
  try {
    return await describeStatement(client, catalog, sql);
  } finally {
    client.release();
  }
}

const describeColumns = async (sql: string) => (await describeSample(sql)).columns;

/** Returns the names of the columns that can be null. */
async function findNullableColumns(sql: string): Promise<string[]> {
  return (await describeColumns(sql)).filter(({ isNullable }) => isNullable).map(({ name }) => name);
}

describe("nullability", () => {
  test.each([
    ["columns follow their constraints", "select id, name, note from sample.owners", ["note"]],
    [
      "columns on the optional side of an outer join are nullable",
      "select things.id, owners.name from sample.things left join sample.owners on owners.id = owner_id and note = 'x'",
      ["name"],
    ],
    [
      "columns of a joined table are not null if a condition requires its row",
      "select owners.name from sample.things left join sample.owners on owners.id = owner_id where owners.id is not null and owners.name = $1",
      [],
    ],
    ["a column that a condition compares is not null", "select note from sample.owners where note = $1", []],
    [
      "an assigned column is nullable, even if a condition requires its old value",
      "update sample.owners set note = $1 where note is not null returning note",
      ["note"],
    ],
    [
      "count, exists, literals and now() are not null",
      "select count(*) as a, exists (select) as b, 'x' as c, now() as d",
      [],
    ],
    ["an aggregate that may have no rows is nullable", "select max(id) as a from sample.things", ["a"]],
    ["an aggregate of a group is not null", "select max(id) as a from sample.things group by status", []],
    [
      "coalesce with a non-null default is not null",
      "select coalesce(note, '') as a, coalesce(note, $1) as b from sample.owners",
      ["b"],
    ],
    [
      "a case without else is nullable",
      "select case when true then 1 end as a, case when true then 1 else 2 end as b",
      ["a"],
    ],
    [
      "a cast is nullable if its value is",
      "select note::varchar as a, id::text as b from sample.owners",
      ["a"],
    ],
    ["a JSON lookup is nullable", "select extra ->> 'a' as a, extra || '{}' as b from sample.things", ["a"]],
    [
      "a scalar subquery that may find no row is nullable",
      "select (select name from sample.owners limit 1) as a",
      ["a"],
    ],
    ["a scalar subquery that may skip its row is nullable", "select (select 1 limit 0) as a", ["a"]],
    [
      "an aggregate in a rollup is nullable",
      "select max(id) as a from sample.things group by rollup (status)",
      ["a"],
    ],
    [
      "a column compared with <> all is nullable, because the array may be empty",
      "select note as a, note as b from sample.owners where note <> all($1)",
      ["a", "b"],
    ],
    [
      "a cast of JSON is nullable, because the JSON value may be null",
      "select (extra -> 'a')::integer as a, extra::text as b, jsonb_build_object()::boolean as c from sample.things",
      ["a", "c"],
    ],
    [
      "a range bound is nullable, because the range may have no bound",
      "select lower(int4range(1, 2)) as a, upper('x'::text) as b",
      ["a"],
    ],
    [
      "a date part is nullable if it is null for infinite dates",
      "select extract(day from now()) as a, extract(epoch from now()) as b, to_char(now(), 'YYYY') as c",
      ["a", "c"],
    ],
    ["SQL syntax that is not a cast is nullable", "select substring('a' from 'b') as a", ["a"]],
    [
      "format is nullable if its format is, and concat if its variadic array is",
      "select format(note, id) as a, format('%s', note) as b, concat(note) as c, concat(variadic array[note]::text[]) as d, concat(variadic $1::text[]) as e from sample.owners",
      ["a", "e"],
    ],
    [
      "json_scalar is nullable if its value is, and json_array is not null",
      "select json_scalar(note) as a, json_array(note) as b from sample.owners",
      ["a"],
    ],
    [
      "the current schema is nullable, because it may be missing",
      "select current_schema as a, current_user as b",
      ["a"],
    ],
    ["a scalar subquery that counts is not null", "select (select count(*) from sample.owners) as a", []],
    [
      "a column of a union is nullable if it is nullable in a branch",
      "select name as a from sample.owners union all select note from sample.owners",
      ["a"],
    ],
    [
      "columns of a common table expression follow its query",
      "with changed as (delete from sample.owners returning name, note) select * from changed",
      ["note"],
    ],
    ["columns of a view follow its query", "select * from sample.thing_list", ["note"]],
    ["columns of a SQL function follow its query", "select * from sample.owner_names()", ["note"]],
    ["a SQL function that counts is not null", "select sample.owner_count() as a", []],
    [
      "a declared column is not null",
      "select max(id) as a, max(id) as b from sample.things -- not null: b",
      ["a"],
    ],
  ])("%s", async (_, sql, expected) => {
    expect(await findNullableColumns(sql)).toEqual(expected);
  });
});

describe("values", () => {
  test("come from a check constraint, even through views, unions and coalesce", async () => {
    const [column] = await describeColumns(`
      select coalesce(state, 'none') as state from sample.thing_list
      union all select case when true then 'new' else 'old' end`);
    expect(column?.values).toEqual(["open", "closed", "none", "new", "old"]);
  });

  test.each([
    ["string_agg(status, ',')", undefined],
    ["max(status)", ["open", "closed"]],
    ["status::varchar", ["open", "closed"]],
    ["upper(status)", undefined],
    ["array_agg(status)", undefined],
  ])("of %s are %s", async (expression, values) => {
    const [column] = await describeColumns(`select ${expression} as a from sample.things group by status`);
    expect(column?.values).toEqual(values);
  });

  test.each([
    ["due::text", "CalendarDate"],
    ["due::varchar", "CalendarDate"],
    ["due::varchar(4)", undefined],
    ["due::timestamptz", undefined],
    ["due::timestamp::text", undefined],
    ["now()::date::text", "CalendarDate"],
    ["(due::text || '')::date", "CalendarDate"],
    ["price::integer", undefined],
    ["price::numeric(12, 1)", undefined],
    ["price::varchar", "Dollars"],
    ["coalesce(price, 0)", "Dollars"],
    ["coalesce(due::text, 'never')", undefined],
    ["coalesce(price, extract(epoch from now()))", undefined],
    ["avg(price)", undefined],
    ["extract(day from due)", undefined],
  ])("%s has the type %s", async (expression, valueType) => {
    const [column] = await describeColumns(
      `select ${expression} as a from sample.things group by due, price`,
    );
    expect(column?.valueType).toBe(valueType);
  });

  test("come from an enum", async () => {
    const [column] = await describeColumns("select mood from sample.owners");
    expect(column?.values).toEqual(["calm", "exact"]);
  });

  test("keep the types of amounts and dates in text casts and sums", async () => {
    const columns = await describeColumns(
      "select price::text, due::text, sum(price) as total from sample.things group by 1, 2",
    );
    expect(columns.map(({ valueType }) => valueType)).toEqual(["Dollars", "CalendarDate", "Dollars"]);
  });

  test("have the shape of the JSON that the query builds", async () => {
    const [column] = await describeColumns(`
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'state', status, 'due', due)), '[]') as things
        from sample.things`);
    expect(column).toMatchObject({
      isNullable: false,
      json: '({ "id": number; "state": "open" | "closed"; "due": string | null })[]',
    });
  });
});

describe("parameters", () => {
  test("have the type and values of the column they are stored in", async () => {
    const { parameters } =
      await describeSample(`insert into sample.things (id, owner_id, status, price, due) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set status = $3`);
    expect(parameters).toEqual([
      { type: "int4", isNullable: false },
      { type: "int4", isNullable: false },
      { type: "text", isNullable: false, values: ["open", "closed"] },
      { type: "numeric", isNullable: false },
      { type: "date", isNullable: true },
    ]);
  });

  test.each([
    ["insert into sample.things (id, owner_id, status, price) select 1, id, $1, 2 from sample.owners"],
    [
      "insert into sample.things (id, owner_id, status, price) select 1, 2, status, 3 from (select $1::text as status) as input",
    ],
  ])("have the values of the column that %s stores them in", async (sql) => {
    expect((await describeSample(sql)).parameters).toEqual([
      { type: "text", isNullable: false, values: ["open", "closed"] },
    ]);
  });

  test("have no values if only some rows store them in a column", async () => {
    const { parameters } = await describeSample(
      "insert into sample.things (id, owner_id, status, price) select 1, 2, $1, 3 union all select 2, 2, 'open', 3",
    );
    expect(parameters).toEqual([{ type: "text", isNullable: true }]);
  });

  test("can be null in conditions", async () => {
    const { parameters } = await describeSample("select from sample.things where id = $1");
    expect(parameters).toEqual([{ type: "int4", isNullable: true }]);
  });
});

describe("describeStatement rejects", () => {
  test.each([
    ["select nmae from sample.owners", 'column "nmae" does not exist, at “nmae from sample.owners”'],
    ["select 1 as a -- not null: b", '"not null" names b, which is not a column of the result'],
    ["select 1 as a -- not null: a", '"not null" names a, which is never null without it'],
  ])("%s", async (sql, message) => {
    await expect(describeSample(sql)).rejects.toThrow(message);
  });
});
