import * as typed from "@wardline/embedded-supabase/typed-query";
import type { Statements } from "#server/database/statements.generated.ts";

/** Runs statements on one connection, for example in a transaction that `Database` started. */
export type Query = typed.Query<Statements>;

/** A row of a statement's result. */
export type StatementRow<Sql extends string> = typed.StatementRow<Statements, Sql>;

/** Run the statements of the product. `queryRows` needs no transaction that `Database` started. */
export const { createQuery, queryRows } = typed.createTypedQueries<Statements>();
