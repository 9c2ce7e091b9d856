import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { readQueryCatalog } from "./catalog.ts";
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
beforeAll(async () => {
  ({ pool } = await createTestDatabase());
  await pool.query(SCHEMA);
});

async function describeSample(sql: string): Promise<StatementDescription> {
  const client = await pool.connect();
  try {
    return await describeStatement(client, await readQueryCatalog(client, ["sample"]), sql);
  } finally {
    client.release();
  }
}

const describeColumns = async (sql: string) => (await describeSample(sql)).columns;

/** The names of the columns that can be null. */
async function nullableColumns(sql: string): Promise<string[]> {
  return (await describeColumns(sql)).filter(({ isNullable }) => isNullable).map(({ name }) => name);
}

describe("nullable columns", () => {
  test.each([
    ["columns, by their constraint", "select id, name, note from sample.owners", ["note"]],
    [
      "columns of the optional side of an outer join",
      "select things.id, owners.name from sample.things left join sample.owners on owners.id = owner_id and note = 'x'",
      ["name"],
    ],
    [
      "no column of a joined table that a condition requires",
      "select owners.name from sample.things left join sample.owners on owners.id = owner_id where owners.id is not null and owners.name = $1",
      [],
    ],
    ["no column that a condition compares", "select note from sample.owners where note = $1", []],
    [
      "a column that is assigned, although a condition requires its old value",
      "update sample.owners set note = $1 where note is not null returning note",
      ["note"],
    ],
    ["no count, exists or literal", "select count(*) as a, exists (select) as b, 'x' as c, now() as d", []],
    ["an aggregate that may have no rows", "select max(id) as a from sample.things", ["a"]],
    ["no aggregate of a group", "select max(id) as a from sample.things group by status", []],
    [
      "no default of coalesce",
      "select coalesce(note, '') as a, coalesce(note, $1) as b from sample.owners",
      ["b"],
    ],
    [
      "a case without else",
      "select case when true then 1 end as a, case when true then 1 else 2 end as b",
      ["a"],
    ],
    ["casts, like their value", "select note::varchar as a, id::text as b from sample.owners", ["a"]],
    ["a lookup in JSON", "select extra ->> 'a' as a, extra || '{}' as b from sample.things", ["a"]],
    ["a scalar subquery that may have no row", "select (select name from sample.owners limit 1) as a", ["a"]],
    ["no scalar subquery that counts", "select (select count(*) from sample.owners) as a", []],
    [
      "columns of a branch of a union",
      "select name as a from sample.owners union all select note from sample.owners",
      ["a"],
    ],
    [
      "columns of a common table expression",
      "with changed as (delete from sample.owners returning name, note) select * from changed",
      ["note"],
    ],
    ["columns of a view, like those of its query", "select * from sample.thing_list", ["note"]],
    ["columns of a function in SQL", "select * from sample.owner_names()", ["note"]],
    ["no function in SQL that counts", "select sample.owner_count() as a", []],
    [
      "columns that are not declared",
      "select max(id) as a, max(id) as b from sample.things -- not null: b",
      ["a"],
    ],
  ])("are %s", async (_, sql, expected) => {
    expect(await nullableColumns(sql)).toEqual(expected);
  });
});

describe("values", () => {
  test("are those of a check constraint, also through views, unions and coalesce", async () => {
    const [column] = await describeColumns(`
      select coalesce(state, 'none') as state from sample.thing_list
      union all select case when true then 'new' else 'old' end`);
    expect(column?.values).toEqual(["open", "closed", "none", "new", "old"]);
  });

  test("are those of an enum", async () => {
    const [column] = await describeColumns("select mood from sample.owners");
    expect(column?.values).toEqual(["calm", "exact"]);
  });

  test("keep the type of amounts and dates as text", async () => {
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

  test("of conditions can be null", async () => {
    const { parameters } = await describeSample("select from sample.things where id = $1");
    expect(parameters).toEqual([{ type: "int4", isNullable: true }]);
  });
});

describe("a statement is rejected", () => {
  test.each([
    ["select nmae from sample.owners", 'column "nmae" does not exist, at “nmae from sample.owners”'],
    ["select 1 as a -- not null: b", '"not null" names b, which is not a column of the result'],
    ["select 1 as a -- not null: a", '"not null" names a, which is never null without it'],
  ])("%s", async (sql, message) => {
    await expect(describeSample(sql)).rejects.toThrow(message);
  });
});
