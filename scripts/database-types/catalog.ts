import pg from "pg";
import { readQueryCatalog } from "../query-types/catalog.ts";
import { describeStatement, type StatementColumn } from "../query-types/describe-statement.ts";
import { type ClosedSet, readClosedSets } from "./closed-sets.ts";
import { NON_NULL_VIEW_COLUMNS } from "./non-null-view-columns.ts";

/** The parts of a schema from which its types are generated. All lists are sorted by name. */
export type Catalog = {
  tables: Relation[];
  views: Relation[];
  functions: DatabaseFunction[];
  enums: { name: string; values: string[] }[];
  /** Closed sets in this schema and in `private`. */
  closedSets: ClosedSet[];
};
export type Relation = { name: string; columns: Column[]; relationships: Relationship[] };
export type Column = {
  name: string;
  type: string;
  isNullable: boolean;
  /** All possible values of the column, for example from a check constraint. */
  values?: readonly string[];
  /** Whether an insert may omit the column, because it has a default or is an identity column. */
  hasDefault: boolean;
  /** Whether no caller can write the column, because it is generated or is an identity column with `always`. */
  isReadOnly: boolean;
};
export type Relationship = {
  name: string;
  columns: string[];
  isOneToOne: boolean;
  referencedRelation: string;
  referencedColumns: string[];
};
export type DatabaseFunction = {
  name: string;
  args: { name: string; type: string; isOptional: boolean }[];
  returns: string;
  /** The columns of `returns table (…)`, or an empty array for other functions. */
  returnedColumns: { name: string; type: string }[];
  returnsSet: boolean;
};

/** Reads one schema. Omits trigger functions and functions with unnamed arguments. */
export async function readCatalog(pool: pg.Pool, schema: string): Promise<Catalog> {
  // The queries below return exactly the columns of `Row`. A wrong column would change the generated types, which
  // database-types.test.ts compares with a known schema.
  const selectRows = async <Row extends object>(sql: string) => (await pool.query<Row>(sql, [schema])).rows;
  const relations = await selectRows<Omit<Relation, "relationships"> & { kind: "table" | "view" }>(RELATIONS);
  const relationships = await selectRows<Relationship & { relation: string }>(RELATIONSHIPS);
  const closedSets = await readClosedSets(pool, [schema, "private"]);
  const views = relations.filter(({ kind }) => kind === "view");
  const inferredColumns = await inferViewColumns(
    pool,
    schema,
    views.map(({ name }) => name),
  );
  const findValues = (table: string, column: string) =>
    closedSets.find((set) => set.schema === schema && set.table === table && set.column === column)?.values;
  return {
    tables: relations
      .filter(({ kind }) => kind === "table")
      .map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => withValues(column, findValues(name, column.name))),
        relationships: relationships.filter((key) => key.relation === name),
      })),
    views: views.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => describeViewColumn(name, column, inferredColumns)),
      relationships: [],
    })),
    functions: await selectRows<DatabaseFunction>(FUNCTIONS),
    enums: await selectRows<{ name: string; values: string[] }>(ENUMS),
    closedSets,
  };
}

/** Infers the possible values of view columns. The keys are `view.column`. */
async function inferViewColumns(
  pool: pg.Pool,
  schema: string,
  views: string[],
): Promise<Map<string, StatementColumn>> {
  const client = await pool.connect();
  try {
    const catalog = await readQueryCatalog(client, [schema]);
    const inferred = new Map<string, StatementColumn>();
    for (const view of views) {
      const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(view)}`;
      const { columns } = await describeStatement(client, catalog, `select * from ${name}`);
      for (const column of columns) {
        inferred.set(`${view}.${column.name}`, column);
      }
    }
    return inferred;
  } finally {
    client.release();
  }
}

function describeViewColumn(
  view: string,
  column: Column,
  inferred: ReadonlyMap<string, StatementColumn>,
): Column {
  const isNullable = !NON_NULL_VIEW_COLUMNS[view]?.includes(column.name);
  // The values of an enum are not listed, because the enum has its own type.
  const { values, type } = inferred.get(`${view}.${column.name}`) ?? {};
  return withValues({ ...column, isNullable }, type === "text" ? values : undefined);
}

function withValues(column: Column, values: readonly string[] | undefined): Column {
  return values ? { ...column, values } : column;
}

const RELATIONS = `
  select relation.relname as name,
         case when relation.relkind in ('r', 'p') then 'table' else 'view' end as kind,
         jsonb_agg(jsonb_build_object(
           'name', attribute.attname,
           'type', type.typname,
           'isNullable', not attribute.attnotnull,
           'hasDefault', attribute.atthasdef or attribute.attidentity <> '',
           'isReadOnly', attribute.attidentity = 'a' or attribute.attgenerated <> ''
         ) order by attribute.attname collate "C") as columns
    from pg_class as relation
    join pg_attribute as attribute on attribute.attrelid = relation.oid
     and attribute.attnum > 0 and not attribute.attisdropped
    join pg_type as type on type.oid = attribute.atttypid
   where relation.relnamespace = $1::regnamespace and relation.relkind in ('r', 'p', 'v', 'm')
   group by relation.oid
   order by relation.relname collate "C"`;

/** Returns SQL that selects the names of a table's columns, in the order of the column numbers. */
function selectColumnNames(table: string, columnNumbers: string): string {
  return `(select array_agg(attribute.attname::text order by position)
             from unnest(${columnNumbers}) with ordinality as column_number (number, position)
             join pg_attribute as attribute
               on attribute.attrelid = ${table} and attribute.attnum = column_number.number)`;
}

// A relationship is one-to-one if its columns are exactly those of a primary key or a unique constraint.
const RELATIONSHIPS = `
  select key.conname as name, relation.relname as relation, referenced.relname as "referencedRelation",
         ${selectColumnNames("key.conrelid", "key.conkey")} as columns,
         ${selectColumnNames("key.confrelid", "key.confkey")} as "referencedColumns",
         exists (select from pg_constraint as single
                  where single.conrelid = key.conrelid and single.contype in ('p', 'u')
                    and single.conkey @> key.conkey and single.conkey <@ key.conkey) as "isOneToOne"
    from pg_constraint as key
    join pg_class as relation on relation.oid = key.conrelid
    join pg_class as referenced on referenced.oid = key.confrelid
   where key.contype = 'f' and key.conparentid = 0
     and relation.relnamespace = $1::regnamespace and referenced.relnamespace = $1::regnamespace
   order by key.conname collate "C"`;

const FUNCTIONS = `
  select routine.proname as name, routine.proretset as "returnsSet", returned.typname as returns,
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'name', routine.proargnames[position], 'type', type.typname,
                   'isOptional', position > routine.pronargs - routine.pronargdefaults) order by position), '[]')
            from unnest(routine.proargtypes) with ordinality as argument (oid, position)
            join pg_type as type on type.oid = argument.oid) as args,
         (select coalesce(jsonb_agg(jsonb_build_object('name', routine.proargnames[position], 'type', type.typname)
                                    order by position), '[]')
            from unnest(routine.proallargtypes, routine.proargmodes) with ordinality as argument (oid, mode, position)
            join pg_type as type on type.oid = argument.oid
           where argument.mode = 't') as "returnedColumns"
    from pg_proc as routine
    join pg_type as returned on returned.oid = routine.prorettype
   where routine.pronamespace = $1::regnamespace and routine.prokind = 'f' and returned.typname <> 'trigger'
     and (routine.pronargs = 0 or routine.proargnames is not null)
   order by routine.proname collate "C", routine.oid`;

const ENUMS = `
  select type.typname as name, array_agg(label.enumlabel::text order by label.enumsortorder) as values
    from pg_type as type
    join pg_enum as label on label.enumtypid = type.oid
   where type.typnamespace = $1::regnamespace
   group by type.oid
   order by type.typname collate "C"`;
