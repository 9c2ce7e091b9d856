import fc from "fast-check";

type Text = fc.Arbitrary<string>;

const TABLES: Record<string, { columns: string[]; embeds: string[] }> = {
  shops: {
    columns: ["id", "name", "opened_on", "rating", "settings", "tags", "is_open"],
    embeds: ["orders", "shop_sums"],
  },
  orders: {
    columns: ["id", "shop_id", "number", "total", "due_on", "placed_at", "courier_id"],
    embeds: [
      "shops",
      "parcels",
      "receipts",
      "labels",
      "courier_id",
      "couriers!orders_backup",
      "order_labels",
    ],
  },
  parcels: { columns: ["id", "order_id", "shop_id", "state", "weight", "code"], embeds: ["orders"] },
  receipts: { columns: ["order_id", "text"], embeds: ["orders"] },
  labels: { columns: ["id", "name"], embeds: ["orders", "order_labels"] },
  order_labels: { columns: ["order_id", "label_id"], embeds: ["orders", "labels"] },
  couriers: { columns: ["id", "name", "depot"], embeds: ["orders!courier_id", "orders!orders_backup"] },
  shop_sums: { columns: ["shop_id", "name", "total"], embeds: ["orders"] },
  notices: { columns: ["id", "text", "parent_id"], embeds: ["notices", "parent_id"] },
};

// Valid values by column. The other columns contain ids.
const VALID_VALUES: Record<string, string[]> = {
  ...{
    name: ["Alpha", "Swift"],
    number: ["A-1", "A-9", "A*"],
    text: ["thanks"],
    code: ["p1"],
    depot: ["north"],
  },
  ...{
    state: ["sent"],
    opened_on: ["2020-02-29"],
    due_on: ["2026-04-01"],
    placed_at: ["2026-03-01T08:00:00Z"],
  },
  ...{
    total: ["1200.5", "0"],
    rating: ["4.5"],
    weight: ["1.25"],
    label_id: ["1", "2"],
    courier_id: ["1", "2"],
  },
  ...{ settings: ["{}"], tags: ["{tea}"], is_open: ["true"], parent_id: ["1"] },
};

const ODD_NAMES = [
  "owner",
  "settings->theme",
  "settings->>a",
  "ctid",
  "xmax",
  "count",
  '"x""y"',
  "*",
  "a.b",
  "",
];
const OPERATORS =
  "eq eq eq neq gt gte lt lte like ilike in is cs cd ov not.eq not.in not.is fts match isdistinct eq(any) sl";
const HOSTILE_VALUES = [
  ...["1", "null", "true", "(1,2)"],
  ...[
    "",
    "(",
    ")",
    "{1}",
    '{"',
    "'",
    "''; drop table shops;--",
    "\\",
    '"',
    "%",
    "%%%",
    "*",
    "NaN",
    "[]",
    "{}",
  ],
  ...[
    "Infinity",
    "1e400",
    "-1",
    "999999999999999999999999",
    "2026-02-30",
    "infinity",
    "24:00",
    "0x10",
    "$1",
    "::int",
  ],
  ...["1::regclass", "pg_sleep(5)", "\0", "\u{10ffff}", "\ud800", "é", "__proto__", "constructor", '{"a":1}'],
];
const PREFERENCES = [
  ...["", "", "", "count=exact", "count=exact", "handling=strict,x"],
  ...["return=representation", "return=representation", "return=representation", "return=minimal,x"],
  ...["resolution=merge-duplicates,return=representation", "missing=default,return=representation"],
];

/**
 * Arbitraries for hostile requests to the tables of `SHOP_SCHEMA`. Most names exist, but most other parts are invalid.
 * `ids` are existing ids.
 */
export function hostileRequests(ids: readonly string[]) {
  const value: Text = fc.oneof(
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

/** Percent-encodes text. Malformed Unicode is sent as the bytes of a lone surrogate. */
export function encodeQueryPart(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%80";
}

function buildBody(table: string, ids: readonly string[], value: Text): Text {
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

function buildQuery(table: string, ids: readonly string[], value: Text): Text {
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
  const bound = fc.tuple(
    fc.constantFrom("limit", "offset", "columns", "on_conflict"),
    fc.oneof(fc.nat(3).map(String), column, value),
  );
  const unknownParameter: fc.Arbitrary<[string, string]> = fc.tuple(value, value);
  const rest = fc.oneof(
    { weight: 12, arbitrary: single },
    { weight: 2, arbitrary: logic },
    order,
    bound,
    unknownParameter,
  );
  const select = buildSelect(table, value, 0).map((items): [string, string] => ["select", items]);
  return fc
    .tuple(select, fc.array(rest, { maxLength: 3 }))
    .map(([first, others]) =>
      [first, ...others].map((pair) => pair.map(encodeQueryPart).join("=")).join("&"),
    );
}

function buildSelect(table: string, value: Text, depth: number): Text {
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

function pickColumn(table: string): Text {
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
