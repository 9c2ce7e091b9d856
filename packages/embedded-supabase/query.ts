import type pg from "pg";
import type { Statements } from "./statements.generated.ts";

/** The compiler shows this type for a statement that is not in statements.generated.ts: run `npm run db:types`. */
type StatementWithoutTypes = { readonly "run `npm run db:types`": never };
// In tuples, so that every member of a union must have types.
type RequireTypes<Sql extends string> = [Sql] extends [keyof Statements] ? unknown : StatementWithoutTypes;

type StatementArguments<Sql extends string> = Sql extends keyof Statements
  ? Statements[Sql]["params"] extends infer Params extends readonly unknown[]
    ? [] extends Params
      ? [values?: Params]
      : [values: Params]
    : never
  : never;

/** A row of a statement's result. */
export type StatementRow<Sql extends string> = Sql extends keyof Statements ? Statements[Sql]["row"] : never;

type Connection = Pick<pg.ClientBase, "query">;

/** Runs one statement with bound values and returns its rows. The types are generated from the statement's text. */
export async function queryRows<const Sql extends string>(
  connection: Connection,
  sql: Sql & RequireTypes<Sql>,
  ...values: StatementArguments<Sql>
): Promise<StatementRow<Sql>[]> {
  return (await runUnchecked<StatementRow<Sql>>(connection, { text: sql, values: values[0] })).rows;
}

/** Like `queryRows`, with a statement that PostgreSQL plans once per connection. */
export async function queryPrepared<const Sql extends string>(
  connection: Connection,
  name: string,
  sql: Sql & RequireTypes<Sql>,
  ...values: StatementArguments<Sql>
): Promise<StatementRow<Sql>[]> {
  return (await runUnchecked<StatementRow<Sql>>(connection, { name, text: sql, values: values[0] })).rows;
}

/** Runs one statement and returns the number of rows that it selected or changed. */
export async function execute<const Sql extends string>(
  connection: Connection,
  sql: Sql & RequireTypes<Sql>,
  ...values: StatementArguments<Sql>
): Promise<number> {
  return (await runUnchecked(connection, { text: sql, values: values[0] })).rowCount;
}

/**
 * The rows have the type that the caller declares. It is generated from PostgreSQL's description of the statement, and
 * `npm run check` compares it with the schema of the package's migrations.
 */
async function runUnchecked<Row>(
  connection: Connection,
  { values = [], ...statement }: { name?: string; text: string; values?: readonly unknown[] },
): Promise<{ rows: Row[]; rowCount: number }> {
  const { rows, rowCount } = await connection.query({ ...statement, values: [...values] });
  return { rows, rowCount: rowCount ?? 0 };
}
