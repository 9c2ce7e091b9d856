import { describe, expect, test } from "vitest";
import {
  createColumn,
  createRelation,
  createRelationship,
  createSchema,
} from "#src/test-support/schema-builders.ts";
import { parseParameters, parseQuery } from "../parse/parse-query.ts";
import type { Relation } from "../schema/schema.ts";
import { compileRead } from "./compile-read.ts";
import { compileWrite, type Write } from "./compile-write.ts";
import { RESPONSE_SETTINGS } from "./sql.ts";

const clients = createRelation("clients", [
  createColumn("id", "uuid"),
  createColumn("company", "text"),
  createColumn('we"ird', "text"),
]);
const invoices = createRelation(
  "invoices",
  [
    createColumn("id", "uuid", { default: "gen_random_uuid()" }),
    createColumn("client_id", "uuid"),
    createColumn("amount", "numeric", { storedType: "numeric(12,2)" }),
    createColumn("status", "public.status"),
  ],
  [createRelationship()],
);
const schema = createSchema([clients, invoices]);
const read = (from: Relation, search: string, includeTotal = false) =>
  compileRead(schema, from, parseQuery(parseParameters(search)).root, { format: "json", includeTotal });
const write = (search: string, change: Write, returnsRows = true) =>
  compileWrite(
    schema,
    invoices,
    parseQuery(parseParameters(search)).root,
    change,
    returnsRows ? "json" : "none",
  );

describe("a read", () => {
  test("quotes names from the schema, binds values and casts them to the column type", () => {
    expect(
      read(invoices, "select=id,a:amount&status=in.(paid,open)&amount=gt.5&order=amount.desc&limit=2"),
    ).toEqual({
      text:
        `select case when octet_length(coalesce(json_agg(r.*), '[]')::text) <= 33554432 then coalesce(json_agg(r.*), '[]')::text end, ` +
        `count(*), null, null, ${RESPONSE_SETTINGS} from (select t0."id" as "id", t0."amount" as "a" ` +
        `from "public"."invoices" as t0 where t0."status" = any($1::public.status[]) and t0."amount" > $2::numeric ` +
        `order by t0."amount" desc limit $3::bigint) r`,
      values: [["paid", "open"], "5", 2],
      columnNames: ["id", "a"],
    });
  });

  test("quotes aliases that contain special characters", () => {
    expect(read(clients, 'select="x\\"; drop table y;--":company').text).toContain(
      't0."company" as "x""; drop table y;--"',
    );
    expect(read(clients, 'select="we\\"ird"').text).toContain('t0."we""ird"');
  });

  test("counts the total with the same condition and bound values", () => {
    const { text, values } = read(invoices, "select=id&status=eq.paid&limit=1", true);
    expect(text).toContain(
      '(select count(*) from "public"."invoices" as t0 where t0."status" = $1::public.status)',
    );
    expect(values).toEqual(["paid", 1]);
  });

  test("compiles an embed to a subquery, and an inner embed also to a condition", () => {
    const { text, values } = read(invoices, "select=id,clients!inner(company)&clients.company=eq.x");
    expect(text).toContain(
      `(select row_to_json(r.*) from (select t2."company" as "company" from "public"."clients" as t2 ` +
        `where t2."id" = t0."client_id" and t2."company" = $2::text) r) as "clients"`,
    );
    expect(text).toContain(
      `where exists (select from "public"."clients" as t1 where t1."id" = t0."client_id" and t1."company" = $1::text)`,
    );
    expect(values).toEqual(["x", "x"]);
  });

  test.each([
    "select=nope",
    "nope=eq.1",
    "order=nope",
    "select=ctid",
  ])("rejects an unknown column: %s", (search) => {
    expect(() => read(invoices, search)).toThrow(/column invoices\.\w+ does not exist/);
  });
});

describe("a write", () => {
  const payload = { json: '[{"amount":1}]', columns: ["amount"], defaulted: [] };

  test("returns only the columns the response needs, and none without a response body", () => {
    const withRows = write("select=id,clients(company)", { verb: "insert", payload, onConflict: null });
    expect(withRows.text).toMatch(
      /^with w as \(insert into "public"\."invoices" as t0 \("amount"\) select b\."amount" from json_to_recordset\(\$1::json\) as b\("amount" numeric\(12,2\)\) returning t0\."id", t0\."client_id"\)/,
    );
    const withoutRows = write("", { verb: "insert", payload, onConflict: null }, false);
    expect(withoutRows.text).toMatch(
      /returning 1\) select '', c\.count, null, null, .+ from \(select count\(\*\) from w\) c$/,
    );
  });

  test("an upsert updates every column in the payload and counts the updated rows", () => {
    const { text } = write("", { verb: "insert", payload, onConflict: { columns: ["id"], merges: true } });
    expect(text).toContain('on conflict ("id") do update set "amount" = excluded."amount" where set_config(');
    const ignoring = write("", { verb: "insert", payload, onConflict: { columns: ["id"], merges: false } });
    expect(ignoring.text).toContain('on conflict ("id") do nothing');
  });

  test("applies defaults only in objects that omit the column", () => {
    const emptyRow = { json: "[{}]", columns: ["id", "amount"], defaulted: ["id", "amount"] };
    const { text, values } = write("", { verb: "insert", payload: emptyRow, onConflict: null });
    expect(text).toContain("jsonb_agg(jsonb_build_object($1::text, gen_random_uuid()) || element)");
    expect(values.slice(0, 2)).toEqual(["id", "[{}]"]);
  });

  test("updates and deletes require a filter on the table itself", () => {
    expect(() => write("", { verb: "update", payload })).toThrow("UPDATE requires a WHERE clause");
    expect(() => write("select=clients(company)&clients.company=eq.x", { verb: "delete" })).toThrow(
      "DELETE requires a WHERE clause",
    );
    expect(write("id=eq.1", { verb: "delete" }).text).toContain(
      'delete from "public"."invoices" as t0 where t0."id" = $1::uuid',
    );
  });

  test("rejects unknown columns and limits", () => {
    const unknown = { ...payload, columns: ["nope"] };
    expect(() => write("", { verb: "insert", payload: unknown, onConflict: null })).toThrow(
      "Could not find the 'nope' column of 'invoices' in the schema cache",
    );
    expect(() => write("id=eq.1&limit=1", { verb: "delete" })).toThrow("limit");
  });
});
