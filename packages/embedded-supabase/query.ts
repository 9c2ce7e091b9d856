import type { Statements } from "./statements.generated.ts";
import * as typed from "./typed-query.ts";

/** A row of a statement's result. */
export type StatementRow<Sql extends string> = typed.StatementRow<Statements, Sql>;

/** Run the statements of the package. */
export const { queryRows, queryPrepared, execute, executePrepared } = typed.createTypedQueries<Statements>();
