import { z } from "zod";
import type { Query } from "#server/database/database.ts";

/** A table with client data. */
export type ClientTable = {
  /** Schema-qualified name, such as "public.invoices". */
  name: string;
  columns: string[];
  /**
   * SQL condition that matches the client's rows. $1 is the client's id, $2 is the account's id, and $3 is the
   * account's email address.
   */
  condition: string;
  /** SQL sort order: oldest first if the table has a creation time. */
  order: string;
};

type CatalogTable = z.infer<typeof CatalogTable>;

const CatalogTable = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  primaryKey: z.array(z.string()),
  /** The first column whose default is the current time. */
  createdAt: z.string().nullable(),
  foreignKeys: z.array(
    z.object({
      columns: z.array(z.string()),
      referencedTable: z.string(),
      referencedColumns: z.array(z.string()),
    }),
  ),
});

const CLIENTS_TABLE = "public.clients";
const ACCOUNT_TABLES: ReadonlySet<string> = new Set(["public.users", "auth.users"]);
const EMAIL_COLUMNS: ReadonlySet<string> = new Set(["email", "recipient"]);

/**
 * Finds the tables with client data in the public and private schemas: tables that reference the client or its rows,
 * tables that reference its account, and tables with an email address. A column named `client_id` or `user_id` is
 * treated as a reference even without a foreign key.
 */
export async function readClientTables(query: Query): Promise<ClientTable[]> {
  const tables = z.array(CatalogTable).parse(await query.dynamic(CATALOG_QUERY));
  const conditions = new Map<string, string>();
  addConditions(conditions, tables, (table) =>
    table.name === CLIENTS_TABLE ? "id = $1" : toClientCondition(table),
  );
  addReferencingTables(conditions, tables);
  addConditions(conditions, tables, toAccountCondition);
  addReferencingTables(conditions, tables);
  return tables.flatMap((table) => {
    const tableConditions = [conditions.get(table.name) ?? null, toUnassignedEmailCondition(table)].filter(
      (condition) => condition !== null,
    );
    return tableConditions.length === 0
      ? []
      : {
          name: table.name,
          columns: table.columns.map(({ name }) => name),
          condition: tableConditions.join(" or "),
          order: [...(table.createdAt ? [table.createdAt] : []), ...table.primaryKey].join(", "),
        };
  });
}

function addConditions(
  conditions: Map<string, string>,
  tables: readonly CatalogTable[],
  toCondition: (table: CatalogTable) => string | null,
): void {
  for (const table of tables) {
    const condition = conditions.has(table.name) ? null : toCondition(table);
    if (condition) {
      conditions.set(table.name, condition);
    }
  }
}

/** Adds tables that reference a table in `conditions`, until none are left. */
function addReferencingTables(conditions: Map<string, string>, tables: readonly CatalogTable[]): void {
  let previousSize = -1;
  while (conditions.size > previousSize) {
    previousSize = conditions.size;
    addConditions(conditions, tables, (table) => {
      const references = table.foreignKeys.flatMap(({ columns, referencedTable, referencedColumns }) => {
        const condition = ACCOUNT_TABLES.has(referencedTable) ? undefined : conditions.get(referencedTable);
        return condition
          ? `(${columns.join(", ")}) in (select ${referencedColumns.join(", ")} from ${referencedTable} where ${condition})`
          : [];
      });
      return joinConditions(references);
    });
  }
}

function toClientCondition(table: CatalogTable): string | null {
  const columns = findReferencingColumns(table, "client_id", (referenced) => referenced === CLIENTS_TABLE);
  return joinConditions(columns.map((column) => `${column} = $1`));
}

function toAccountCondition(table: CatalogTable): string | null {
  const columns = findReferencingColumns(table, "user_id", (referenced) => ACCOUNT_TABLES.has(referenced));
  return joinConditions(columns.map((column) => `${column} = $2`));
}

/** Finds columns that reference a matching table or have the given name. */
function findReferencingColumns(
  { columns, foreignKeys }: CatalogTable,
  columnName: string,
  isMatch: (referencedTable: string) => boolean,
): string[] {
  const namedColumns = columns.filter(({ name, type }) => name === columnName && type === "uuid");
  const matchingKeys = foreignKeys.filter((key) => key.columns.length === 1 && isMatch(key.referencedTable));
  return [
    ...new Set([...namedColumns.map(({ name }) => name), ...matchingKeys.flatMap((key) => key.columns)]),
  ];
}

/** Rows that belong to another client are not exported, because a person can be a member of several clients. */
function toUnassignedEmailCondition(table: CatalogTable): string | null {
  const condition = toEmailCondition(table);
  const clientColumns = findReferencingColumns(
    table,
    "client_id",
    (referenced) => referenced === CLIENTS_TABLE,
  );
  const unassigned = clientColumns.map((column) => `${column} is null and `).join("");
  return condition && `(${unassigned}(${condition}))`;
}

function toEmailCondition({ columns }: CatalogTable): string | null {
  const emailColumns = columns.filter(({ name, type }) => EMAIL_COLUMNS.has(name) && type === "text");
  return joinConditions(emailColumns.map(({ name }) => `lower(${name}) = $3`));
}

function joinConditions(conditions: readonly string[]): string | null {
  return conditions.length === 0 ? null : conditions.join(" or ");
}

/** Returns SQL that selects a table's quoted column names by their numbers, in the same order. */
function columnNamesSql(table: string, columnNumbers: string): string {
  return `(select coalesce(jsonb_agg(quote_ident(attribute.attname) order by position), '[]')
             from unnest(${columnNumbers}) with ordinality as column_number (number, position)
             join pg_attribute as attribute
               on attribute.attrelid = ${table} and attribute.attnum = column_number.number)`;
}

const CATALOG_QUERY = `
  select format('%I.%I', schema.nspname, relation.relname) as name,
         (select jsonb_agg(jsonb_build_object('name', quote_ident(attribute.attname), 'type', type.typname) order by attnum)
            from pg_attribute as attribute join pg_type as type on type.oid = attribute.atttypid
           where attribute.attrelid = relation.oid and attnum > 0 and not attisdropped) as columns,
         ${columnNamesSql("relation.oid", "primary_key.conkey")} as "primaryKey",
         (select quote_ident(attribute.attname)
            from pg_attribute as attribute
            join pg_attrdef as value on value.adrelid = attribute.attrelid and value.adnum = attribute.attnum
           where attribute.attrelid = relation.oid
             and pg_get_expr(value.adbin, value.adrelid) in ('now()', 'clock_timestamp()')
           order by attribute.attnum limit 1) as "createdAt",
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'columns', ${columnNamesSql("key.conrelid", "key.conkey")},
                   'referencedTable', format('%I.%I', other_schema.nspname, other.relname),
                   'referencedColumns', ${columnNamesSql("key.confrelid", "key.confkey")}) order by key.conname), '[]')
            from pg_constraint as key
            join pg_class as other on other.oid = key.confrelid
            join pg_namespace as other_schema on other_schema.oid = other.relnamespace
           where key.conrelid = relation.oid and key.contype = 'f') as "foreignKeys"
    from pg_class as relation
    join pg_namespace as schema on schema.oid = relation.relnamespace
    left join pg_constraint as primary_key on primary_key.conrelid = relation.oid and primary_key.contype = 'p'
   where schema.nspname in ('public', 'private') and relation.relkind in ('r', 'p') and not relation.relispartition
   order by schema.nspname desc, relation.relname`;
