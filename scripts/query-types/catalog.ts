import pg from "pg";
import { type ClosedSet, readClosedSets } from "../database-types/closed-sets.ts";
import { NON_NULL_VIEW_COLUMNS } from "../database-types/non-null-view-columns.ts";
import { parseNodeTree, TreeNode, type TreeValue } from "./parse-node-tree.ts";

/** A column of a table or view. */
export type CatalogColumn = {
  schema: string;
  table: string;
  name: string;
  type: string;
  isNotNull: boolean;
  /** The values that a check constraint allows. */
  values?: readonly string[];
};

/** Looks up the database objects that determine statement types, by object id. */
export type QueryCatalog = {
  typeName(type: string): string;
  /** The values of an enum. */
  enumValues(type: string): readonly string[] | undefined;
  column(table: string, number: number): CatalogColumn | undefined;
  /** The analyzed query of a view. */
  viewQuery(view: string): TreeNode | undefined;
  /** The analyzed query of a SQL function. */
  functionQuery(procedure: string): TreeNode | undefined;
  /** The name of an operator in `pg_catalog`. */
  operatorName(operator: string): string | undefined;
  /** The name of a function, with its schema if that is not `pg_catalog`, such as `access.is_admin`. */
  functionName(procedure: string): string;
  /** A function's name and argument types, such as `lower(text)`. */
  functionSignature(procedure: string): string;
};

/** @param schemas the schemas whose check constraints can limit a column to a set of values */
export async function readQueryCatalog(client: pg.ClientBase, schemas: string[]): Promise<QueryCatalog> {
  const closedSets = await readClosedSets(client, schemas);
  const types = await readNames(client, "select oid::text as id, typname::text as name from pg_type");
  const enums = await readNames(client, ENUMS);
  const operators = await readNames(
    client,
    "select oid::text as id, oprname::text as name from pg_operator where oprnamespace = 'pg_catalog'::regnamespace",
  );
  const functions = await readNames(client, FUNCTIONS);
  const signatures = await readNames(client, SIGNATURES);
  const views = await readNames(client, VIEWS);
  const bodies = await readFunctionBodies(client);
  const columns = await readColumns(client, closedSets);
  return {
    typeName: (type) => types.get(type) ?? "unknown",
    enumValues: (type) => enums.get(type)?.split(","),
    column: (table, number) => columns.get(`${table}.${number}`),
    viewQuery: (view) => findQuery(views.get(view)),
    functionQuery: (procedure) => findQuery(bodies.get(procedure)),
    operatorName: (operator) => operators.get(operator),
    functionName: (procedure) => functions.get(procedure) ?? "",
    functionSignature: (procedure) => signatures.get(procedure) ?? "",
  };
}

/** Returns the last query in a `pg_node_tree`. */
export function findQuery(tree: string | undefined): TreeNode | undefined {
  let value: TreeValue | undefined = tree === undefined ? undefined : parseNodeTree(tree);
  while (Array.isArray(value)) {
    value = value.at(-1);
  }
  return value instanceof TreeNode ? value : undefined;
}

/** Returns the analyzed queries of SQL functions. PostgreSQL stores their bodies as text, so they must be analyzed first. */
async function readFunctionBodies(client: pg.ClientBase): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  await client.query("begin");
  for (const [procedure, definition] of await readNames(client, SQL_FUNCTIONS)) {
    await client.query("savepoint before_function");
    try {
      await client.query(definition);
      const trees = await readNames(client, TEMPORARY_FUNCTION);
      bodies.set(procedure, trees.get("body") ?? "");
    } catch (error) {
      // A body with polymorphic arguments cannot be analyzed without a call.
      if (!(error instanceof pg.DatabaseError)) {
        throw error;
      }
    } finally {
      await client.query("rollback to savepoint before_function");
    }
  }
  await client.query("rollback");
  return bodies;
}

async function readNames(client: pg.ClientBase, sql: string): Promise<Map<string, string>> {
  const { rows } = await client.query({ text: sql, rowMode: "array" });
  return new Map(rows.map(([id, name]) => [String(id), String(name)]));
}

async function readColumns(
  client: pg.ClientBase,
  closedSets: readonly ClosedSet[],
): Promise<Map<string, CatalogColumn>> {
  const { rows } = await client.query({ text: COLUMNS, rowMode: "array" });
  return new Map(
    rows.map((row) => {
      const [id, schema = "", table = "", name = "", type = "", isNotNull] = row.map(String);
      const values = closedSets.find(
        (set) => set.schema === schema && set.table === table && set.column === name,
      )?.values;
      const isNeverNull = schema === "public" && (NON_NULL_VIEW_COLUMNS[table]?.includes(name) ?? false);
      const column = { schema, table, name, type, isNotNull: isNotNull === "true" || isNeverNull };
      return [String(id), values ? { ...column, values } : column];
    }),
  );
}

const ENUMS = `
  select enumtypid::text as id, string_agg(enumlabel, ',' order by enumsortorder) as name
    from pg_enum group by enumtypid`;

const FUNCTIONS = `
  select routine.oid::text as id,
         case when schema.nspname = 'pg_catalog' then '' else schema.nspname || '.' end || routine.proname as name
    from pg_proc as routine join pg_namespace as schema on schema.oid = routine.pronamespace`;

const SIGNATURES = `
  select routine.oid::text as id,
         format('%s(%s)', routine.proname, (
           select string_agg(type.typname, ', ' order by position)
             from unnest(routine.proargtypes) with ordinality as argument (oid, position)
             join pg_type as type on type.oid = argument.oid)) as name
    from pg_proc as routine
   where routine.pronamespace = 'pg_catalog'::regnamespace`;

const SQL_FUNCTIONS = `
  select routine.oid::text as id,
         format('create function pg_temp.analyzed_function(%s) returns void begin atomic %s; end',
                pg_get_function_arguments(routine.oid), rtrim(routine.prosrc, E' \\n\\t;')) as name
    from pg_proc as routine
    join pg_language as language on language.oid = routine.prolang and language.lanname = 'sql'
   where routine.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
     and routine.prosqlbody is null`;

const TEMPORARY_FUNCTION = `
  select 'body' as id, prosqlbody::text as name from pg_proc where pronamespace = pg_my_temp_schema()`;

const VIEWS = `
  select rule.ev_class::text as id, rule.ev_action::text as name
    from pg_rewrite as rule
    join pg_class as view on view.oid = rule.ev_class and view.relkind = 'v'
   where rule.rulename = '_RETURN' and view.relnamespace <> 'pg_catalog'::regnamespace
     and view.relnamespace <> 'information_schema'::regnamespace`;

const COLUMNS = `
  select attribute.attrelid || '.' || attribute.attnum as id, schema.nspname as schema, relation.relname as "table",
         attribute.attname as name, type.typname as type, attribute.attnotnull as "isNotNull"
    from pg_attribute as attribute
    join pg_class as relation on relation.oid = attribute.attrelid and relation.relkind in ('r', 'p', 'v', 'm')
    join pg_namespace as schema on schema.oid = relation.relnamespace
    join pg_type as type on type.oid = attribute.atttypid
   where not attribute.attisdropped`;
