import type pg from "pg";
import type { Statements } from "#server/database/statements.generated.ts";

/** Runs one statement with bound values and returns its rows. The types are generated from the statement's text. */
export type Query = {
  <const Sql extends string>(
    sql: Sql & RequireTypes<Sql>,
    ...values: StatementArguments<Sql>
  ): Promise<StatementRow<Sql>[]>;
  /** Runs a statement whose text is composed at run time. Parse its rows with a schema. */
  dynamic(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
};

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

export function createQuery(connection: Connection): Query {
  const run = <Row>(sql: string, values?: readonly unknown[]) => queryUnchecked<Row>(connection, sql, values);
  return Object.assign(run, { dynamic: run });
}

/** Runs one statement outside of a transaction that `Database` started. */
export function queryRows<const Sql extends string>(
  connection: Connection,
  sql: Sql & RequireTypes<Sql>,
  ...values: StatementArguments<Sql>
): Promise<StatementRow<Sql>[]> {
  return queryUnchecked(connection, sql, ...values);
}

/**
 * The rows have the types that the caller declares. They are generated from PostgreSQL's description of the statement, and
 * `npm run check` compares them with the schema of the migrations. Rows of a dynamic statement are unknown.
 */
async function queryUnchecked<Row>(
  connection: Connection,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await connection.query(sql, [...values])).rows;
}
