import type pg from "pg";

/** The parameters and rows of statements, by their text, as in a generated `statements.generated.ts`. */
export type StatementMap = Record<string, { params: readonly unknown[]; row: object }>;

/** The compiler shows this type for a statement that is not in the map: run `npm run db:types`. */
type StatementWithoutTypes = { readonly "run `npm run db:types`": never };

/** A statement of the map. */
// In tuples, so that every member of a union must have types.
export type TypedStatement<Statements extends StatementMap, Sql extends string> = Sql &
  ([Sql] extends [keyof Statements] ? unknown : StatementWithoutTypes);

export type StatementArguments<
  Statements extends StatementMap,
  Sql extends string,
> = Sql extends keyof Statements
  ? [] extends Statements[Sql]["params"]
    ? [values?: Statements[Sql]["params"]]
    : [values: Statements[Sql]["params"]]
  : never;

/** A row of a statement's result. */
export type StatementRow<Statements extends StatementMap, Sql extends string> = Sql extends keyof Statements
  ? Statements[Sql]["row"]
  : never;

/** Runs statements on one connection. */
export type Query<Statements extends StatementMap> = {
  /** Runs one statement with bound values and returns its rows. The types are generated from the statement's text. */
  <const Sql extends string>(
    sql: TypedStatement<Statements, Sql>,
    ...values: StatementArguments<Statements, Sql>
  ): Promise<StatementRow<Statements, Sql>[]>;
  /** Runs a statement whose text is composed at run time. Parse its rows with a schema. */
  dynamic(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
};

type Connection = Pick<pg.ClientBase, "query">;

/** The functions that run the statements of a generated map. */
export function createTypedQueries<Statements extends StatementMap>() {
  return {
    createQuery(connection: Connection): Query<Statements> {
      const run = async <Row>(text: string, values?: readonly unknown[]) =>
        (await runUnchecked<Row>(connection, { text, values })).rows;
      return Object.assign(run, { dynamic: run });
    },

    /** Runs one statement with bound values and returns its rows. The types are generated from the statement's text. */
    async queryRows<const Sql extends string>(
      connection: Connection,
      sql: TypedStatement<Statements, Sql>,
      ...[values]: StatementArguments<Statements, Sql>
    ): Promise<StatementRow<Statements, Sql>[]> {
      return (await runUnchecked<StatementRow<Statements, Sql>>(connection, { text: sql, values })).rows;
    },

    /** Like `queryRows`, with a statement that PostgreSQL plans once per connection. */
    async queryPrepared<const Sql extends string>(
      connection: Connection,
      name: string,
      sql: TypedStatement<Statements, Sql>,
      ...[values]: StatementArguments<Statements, Sql>
    ): Promise<StatementRow<Statements, Sql>[]> {
      return (await runUnchecked<StatementRow<Statements, Sql>>(connection, { name, text: sql, values }))
        .rows;
    },

    /** Runs one statement and returns the number of rows that it selected or changed. */
    async execute<const Sql extends string>(
      connection: Connection,
      sql: TypedStatement<Statements, Sql>,
      ...[values]: StatementArguments<Statements, Sql>
    ): Promise<number> {
      return (await runUnchecked(connection, { text: sql, values })).rowCount;
    },

    /** Like `execute`, with a statement that PostgreSQL plans once per connection. */
    async executePrepared<const Sql extends string>(
      connection: Connection,
      name: string,
      sql: TypedStatement<Statements, Sql>,
      ...[values]: StatementArguments<Statements, Sql>
    ): Promise<number> {
      return (await runUnchecked(connection, { name, text: sql, values })).rowCount;
    },
  };
}

/**
 * The rows have the type that the caller declares. It is generated from PostgreSQL's description of the statement, and
 * `npm run check` compares it with the schema of the migrations. Rows of a dynamic statement are unknown.
 */
async function runUnchecked<Row>(
  connection: Connection,
  { values = [], ...statement }: { name?: string; text: string; values?: readonly unknown[] | undefined },
): Promise<{ rows: Row[]; rowCount: number }> {
  const { rows, rowCount } = await connection.query({ ...statement, values: [...values] });
  return { rows, rowCount: rowCount ?? 0 };
}
