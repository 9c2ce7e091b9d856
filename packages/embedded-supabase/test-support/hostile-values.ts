export const TABLES: Record<string, { columns: string[]; embeds: string[] }> = {
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

// Valid values by column. Columns that are not listed contain ids.
export const VALID_VALUES: Record<string, string[]> = {
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

export const ODD_NAMES = [
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
export const OPERATORS =
  "eq eq eq neq gt gte lt lte like ilike in is cs cd ov not.eq not.in not.is fts match isdistinct eq(any) sl";
export const HOSTILE_VALUES = [
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
export const PREFERENCES = [
  ...["", "", "", "count=exact", "count=exact", "handling=strict,x"],
  ...["return=representation", "return=representation", "return=representation", "return=minimal,x"],
  ...["resolution=merge-duplicates,return=representation", "missing=default,return=representation"],
];
