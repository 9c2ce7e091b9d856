import fc from "fast-check";
import { HOSTILE_VALUES, ODD_NAMES, OPERATORS, PREFERENCES, TABLES, VALID_VALUES } from "./hostile-values.ts";

type TextArbitrary = fc.Arbitrary<string>;

/**
 * Creates arbitraries for hostile requests to the tables of `SHOP_SCHEMA`. Requests mix valid names and values with
 * invalid ones, so that many reach the database. `ids` are existing ids.
 */
export function createHostileRequests(ids: readonly string[]) {
  const value: TextArbitrary = fc.oneof(
    fc.constantFrom(...ids),
    fc.constantFrom(...HOSTILE_VALUES),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.double().map(String),
  );
  const tableAndQuery = fc.constantFrom(...Object.keys(TABLES)).chain((table) =>
    fc.record({
      table: fc.constant(table),
      query: buildQuery(table, ids, value),
      body: buildBody(table, ids, value),
    }),
  );
  const prefer = fc.constantFrom(...PREFERENCES);
  const accept = fc.constantFrom(
    "*/*",
    "*/*",
    "text/csv",
    "application/vnd.pgrst.object+json",
    "application/xml",
  );
  return { value, tableAndQuery, prefer, accept };
}

/** Percent-encodes text. Replaces malformed Unicode with the bytes of a lone surrogate. */
export function encodeQueryPart(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}

function buildBody(table: string, ids: readonly string[], value: TextArbitrary): TextArbitrary {
  const { columns = [] } = TABLES[table] ?? {};
  const cells = columns.map(
    (column) => [column, buildValue(column, ids, fc.oneof(value, fc.jsonValue()))] as const,
  );
  const row = fc.record(Object.fromEntries(cells), { requiredKeys: [] });
  const odd = fc.dictionary(fc.constantFrom("owner", "__proto__", ...columns), fc.jsonValue(), {
    maxKeys: 3,
  });
  return fc
    .oneof(
      { weight: 4, arbitrary: row },
      { weight: 2, arbitrary: fc.tuple(row) },
      fc.array(row, { maxLength: 3 }),
      odd,
    )
    .map((body) => JSON.stringify(body));
}

function buildValue<Odd>(
  column: string,
  ids: readonly string[],
  odd: fc.Arbitrary<Odd>,
): fc.Arbitrary<string | Odd> {
  const validValue: fc.Arbitrary<string> = fc.constantFrom(...(VALID_VALUES[column] ?? ids));
  return fc.oneof({ weight: 9, arbitrary: validValue }, { weight: 1, arbitrary: odd });
}

function buildQuery(table: string, ids: readonly string[], value: TextArbitrary): TextArbitrary {
  const column = pickColumn(table);
  const filter = fc
    .tuple(column, fc.constantFrom(...OPERATORS.split(" ")))
    .chain(([name, operator]) =>
      buildValue(name, ids, value).map((operand): [string, string, string] => [name, operator, operand]),
    );
  const single = filter.map(([name, operator, operand]): [string, string] => [
    name,
    `${operator}.${operand}`,
  ]);
  const logic = fc
    .tuple(
      fc.constantFrom("or", "and", "not.or", "orders.or"),
      fc.array(filter, { minLength: 1, maxLength: 3 }),
    )
    .map(([key, filters]): [string, string] => [
      key,
      `(${filters.map((parts) => parts.join(".")).join(",")})`,
    ]);
  const order = fc
    .tuple(column, fc.constantFrom("", ".desc", ".asc.nullslast", ".x"))
    .map((term): [string, string] => ["order", term.join("")]);
  const otherParameter = fc.tuple(
    fc.constantFrom("limit", "offset", "columns", "on_conflict"),
    fc.oneof(fc.nat(3).map(String), column, value),
  );
  const unknownParameter: fc.Arbitrary<[string, string]> = fc.tuple(value, value);
  const rest = fc.oneof(
    { weight: 12, arbitrary: single },
    { weight: 2, arbitrary: logic },
    order,
    otherParameter,
    unknownParameter,
  );
  const select = buildSelect(table, value, 0).map((items): [string, string] => ["select", items]);
  return fc
    .tuple(select, fc.array(rest, { maxLength: 3 }))
    .map(([first, others]) =>
      [first, ...others].map((pair) => pair.map(encodeQueryPart).join("=")).join("&"),
    );
}

function buildSelect(table: string, value: TextArbitrary, depth: number): TextArbitrary {
  const { embeds = [] } = TABLES[table] ?? {};
  const column = pickColumn(table);
  const plain = fc.oneof(
    { weight: 18, arbitrary: column },
    { weight: 4, arbitrary: fc.constant("*") },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom("a", "r", "w", "t0"), column)
        .map(([alias, name]) => `${alias}:${name}::text`),
    },
    { weight: 1, arbitrary: value },
  );
  if (depth > 3) {
    return plain;
  }
  const embedded = fc
    .tuple(fc.constantFrom(...embeds), fc.constantFrom("", "", "!inner"), fc.constantFrom("", "e:"))
    .chain(([embed, join, alias]) =>
      buildSelect(resolveTable(embed), value, depth + 1).map((items) => `${alias}${embed}${join}(${items})`),
    );
  const item = fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: embedded });
  return fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(","));
}

function pickColumn(table: string): TextArbitrary {
  const { columns = [] } = TABLES[table] ?? {};
  return fc.oneof(
    { weight: 24, arbitrary: fc.constantFrom(...columns) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES) },
  );
}

function resolveTable(embed: string): string {
  const name = embed.split("!")[0] ?? "";
  return { courier_id: "couriers", parent_id: "notices" }[name] ?? name;
}
