import type pg from "pg";
import { type ClosedSet, readClosedSets } from "./closed-sets.ts";
import { NON_NULL_VIEW_COLUMNS } from "./non-null-view-columns.ts";
import { readViewOrigins, type ViewOrigin } from "./view-origins.ts";

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
  /** The only values that a check constraint allows. */
  values?: string[];
  /** Whether an insert may omit the column, because it has a default or is an identity column. */
  hasDefault: boolean;
  /** Whether the column is generated or an identity column with `always`. No caller can write such a column. */
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
  /** The columns of `returns table (…)`. Empty for other functions. */
  returnedColumns: { name: string; type: string }[];
  returnsSet: boolean;
};

/** Reads one schema. Leaves out trigger functions and functions whose arguments have no names. */
export async function readCatalog(pool: pg.Pool, schema: string): Promise<Catalog> {
  // The types match the queries below: database-types.test.ts compares what is generated from them.
  const read = async <Row extends object>(sql: string) => (await pool.query<Row>(sql, [schema])).rows;
  const relations = await read<Omit<Relation, "relationships"> & { kind: "table" | "view" }>(RELATIONS);
  const keys = await read<Relationship & { relation: string }>(RELATIONSHIPS);
  const closedSets = await readClosedSets(pool, [schema, "private"]);
  const views = relations.filter(({ kind }) => kind === "view");
  const origins = await readViewOrigins(
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
        relationships: keys.filter((key) => key.relation === name),
      })),
    views: views.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => describeViewColumn(name, column, { origins, findValues })),
      relationships: [],
    })),
    functions: await read<DatabaseFunction>(FUNCTIONS),
    enums: await read<{ name: string; values: string[] }>(ENUMS),
    closedSets,
  };
}

type ViewContext = {
  origins: ViewOrigin[];
  findValues: (table: string, column: string) => string[] | undefined;
};

function describeViewColumn(view: string, column: Column, { origins, findValues }: ViewContext): Column {
  const origin = origins.find((candidate) => candidate.view === view && candidate.column === column.name);
  const isNullable = !NON_NULL_VIEW_COLUMNS[view]?.includes(column.name);
  return withValues({ ...column, isNullable }, origin && findValues(origin.originTable, origin.originColumn));
}

function withValues(column: Column, values: string[] | undefined): Column {
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

/** SQL for the names of a table's columns, in the order of an array of column numbers. */
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
