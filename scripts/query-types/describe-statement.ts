import pg from "pg";
import { findQuery, type QueryCatalog } from "./catalog.ts";
import { inferColumns } from "./infer-columns.ts";
import { inferParameterTargets } from "./infer-parameters.ts";
import type { InferredValue } from "./inferred-value.ts";

/** A column of a statement's result. */
export type StatementColumn = InferredValue & { name: string; type: string };

/** A parameter of a statement. */
export type StatementParameter = { type: string; isNullable: boolean; values?: readonly string[] };

export type StatementDescription = { parameters: StatementParameter[]; columns: StatementColumn[] };

/** PostgreSQL rejects the statement, or a declaration does not match its columns. */
export class StatementError extends Error {}

const PREPARE = "prepare described_statement as";
const DECLARATION = /--\s*not null:([^\n]*)\s*$/;

/**
 * Describes a statement without running it. A trailing comment `-- not null: a, b` declares columns whose result is not
 * null for a reason that the types do not show.
 * @throws {StatementError} with PostgreSQL's message
 */
export async function describeStatement(
  client: pg.ClientBase,
  catalog: QueryCatalog,
  sql: string,
): Promise<StatementDescription> {
  await client.query("begin");
  try {
    const { parameterTypes, columnTypes } = await prepare(client, sql);
    const query = await analyze(client, sql, parameterTypes);
    const targets = inferParameterTargets(query, catalog);
    const columns = inferColumns(query, catalog).map((column, index) => {
      const type = columnTypes[index] ?? "";
      const values = column.values ?? catalog.enumValues(type);
      return { ...column, type: catalog.typeName(type), ...(values && { values }) };
    });
    return {
      parameters: parameterTypes.map((type, index) => {
        const parameterColumns = targets.get(index + 1) ?? [];
        const values = parameterColumns.find((column) => column.values)?.values ?? catalog.enumValues(type);
        return {
          type: catalog.typeName(type),
          isNullable: !parameterColumns.some(({ isNotNull }) => isNotNull),
          ...(values && { values }),
        };
      }),
      columns: applyDeclaration(sql, columns),
    };
  } catch (error) {
    throw error instanceof pg.DatabaseError ? toStatementError(error, sql) : error;
  } finally {
    await client.query("rollback; deallocate all");
  }
}

async function prepare(
  client: pg.ClientBase,
  sql: string,
): Promise<{ parameterTypes: string[]; columnTypes: string[] }> {
  await client.query(`${PREPARE} ${sql}`);
  const { rows } = await client.query({
    text: "select parameter_types::oid[]::text[], coalesce(result_types::oid[]::text[], '{}') from pg_prepared_statements",
    rowMode: "array",
  });
  const [parameterTypes = [], columnTypes = []] = rows[0] ?? [];
  return { parameterTypes: parameterTypes.map(String), columnTypes: columnTypes.map(String) };
}

/** Returns the analyzed query, which PostgreSQL stores for a function with the statement as its body. */
async function analyze(client: pg.ClientBase, sql: string, parameterTypes: readonly string[]) {
  const { rows: names } = await client.query({
    text: "select coalesce(string_agg(format_type(id::oid, null), ', ' order by position), '') from unnest($1::text[]) with ordinality as type (id, position)",
    values: [parameterTypes],
    rowMode: "array",
  });
  await client.query(
    `create function pg_temp.described_statement(${names[0]?.[0]}) returns void begin atomic\n${sql}\n; end`,
  );
  const { rows } = await client.query({
    text: "select prosqlbody::text from pg_proc where pronamespace = pg_my_temp_schema()",
    rowMode: "array",
  });
  const query = findQuery(String(rows[0]?.[0]));
  if (!query) {
    throw new StatementError("the statement has no query tree");
  }
  return query;
}

function applyDeclaration(sql: string, columns: StatementColumn[]): StatementColumn[] {
  const declared =
    DECLARATION.exec(sql)?.[1]
      ?.split(",")
      .map((name) => name.trim()) ?? [];
  for (const name of declared) {
    const column = columns.find((each) => each.name === name);
    if (!column) {
      throw new StatementError(`"not null" names ${name}, which is not a column of the result`);
    }
    if (!column.isNullable) {
      throw new StatementError(`"not null" names ${name}, which is never null without it`);
    }
  }
  return columns.map((column) =>
    declared.includes(column.name) ? { ...column, isNullable: false } : column,
  );
}

function toStatementError(error: pg.DatabaseError, sql: string): StatementError {
  const position = Number(error.position ?? 0) - PREPARE.length - 2;
  const before = position > 0 ? sql.slice(0, position) : "";
  const positionHint = before ? `, at “${sql.slice(position, position + 30).split("\n")[0]}”` : "";
  return new StatementError(`${error.message}${positionHint}`, { cause: error });
}
