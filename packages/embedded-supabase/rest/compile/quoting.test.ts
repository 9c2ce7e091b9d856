import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { anyCharacter } from "#src/test-support/any-character.ts";
import { createColumn, createRelation, createSchema } from "#src/test-support/schema-builders.ts";
import { createTestDatabase, type TestDatabase } from "#src/test-support/test-database.ts";
import { parseParameters, parseQuery } from "../parse/parse-query.ts";
import { compileRead } from "./compile-read.ts";
import { quoteIdentifier, toPublicName } from "./sql.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

// PostgreSQL truncates identifiers to 63 bytes and rejects NUL and lone surrogates.
const identifierArbitrary = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 15 })
  .filter((name) => name.isWellFormed() && !name.includes("\0"));

test("PostgreSQL reads back every quoted identifier unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(identifierArbitrary, async (name) => {
      const { fields } = await database.pool.query(`select 1 as ${quoteIdentifier(name)}`);
      expect(fields.map((field) => field.name)).toEqual([name]);
    }),
    { numRuns: 100 },
  );
});

test("a qualified name always references schema public", () => {
  expect(toPublicName('orders"; drop table x; --')).toBe('"public"."orders""; drop table x; --"');
  expect(toPublicName("auth.users")).toBe('"public"."auth.users"');
});

test("binds the values and JSON keys of a request instead of writing them into the SQL", () => {
  const orders = createRelation("orders", [createColumn("number", "text"), createColumn("data", "jsonb")]);
  const schema = createSchema([orders]);
  const specialCharacters = fc.string({
    unit: fc.constantFrom("x", "'", '"', "\\", ";", "$", "%"),
    minLength: 3,
  });
  fc.assert(
    fc.property(specialCharacters, (text) => {
      const value = `marker${text}`;
      const quoted = `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
      const search = [
        `number=eq.${encodeURIComponent(value)}`,
        `or=(number.like.${encodeURIComponent(quoted)},number.in.(${encodeURIComponent(quoted)}))`,
        `data->>${encodeURIComponent(quoted)}=eq.1`,
        `order=data->${encodeURIComponent(quoted)}`,
      ].join("&");
      const { root } = parseQuery(parseParameters(search));
      const statement = compileRead(schema, orders, root, { format: "json", includeTotal: true });
      expect(statement.text).not.toContain("marker");
      expect(statement.values.flat()).toEqual([value, value, value, value, "1", value]);
    }),
  );
});

test("numbers placeholders consecutively, one for each bound value", () => {
  const orders = createRelation("orders", [createColumn("id", "integer"), createColumn("number", "text")]);
  const search = "id=in.(1,2)&number=not.eq.x&or=(id.gt.1,number.is.null)&limit=5&offset=2";
  const { root } = parseQuery(parseParameters(search));
  const { text, values } = compileRead(createSchema([orders]), orders, root, {
    format: "csv",
    includeTotal: false,
  });
  const placeholders = new Set([...text.matchAll(/\$(\d+)::/g)].map(([, number]) => Number(number)));
  expect([...placeholders].sort()).toEqual(values.map((_, index) => index + 1));
});
