import { invalidQuery } from "../errors.ts";
import { getEmbedName, type QueryLevel } from "../parse/syntax.ts";
import type { DatabaseSchema, Routine } from "../schema/schema.ts";
import { compileRows } from "./compile-rows.ts";
import {
  aggregateBody,
  type BodyFormat,
  bind,
  type CompileContext,
  createCompileContext,
  limitSize,
  nextAlias,
  quoteIdentifier,
  RESPONSE_SETTINGS,
  type Statement,
  toPublicName,
} from "./sql.ts";

/**
 * The arguments of a function call: the text of a JSON object and the keys to use, or strings by name from the URL. If the
 * text is a list (`isList`), its first object is used.
 */
export type CallArguments =
  | { kind: "json"; json: string; isList: boolean; names: readonly string[] }
  | { kind: "texts"; texts: ReadonlyMap<string, string> };

/** Compiles a function call. A function that returns rows can be selected from, filtered and ordered like a table. */
export function compileCall(
  schema: DatabaseSchema,
  routine: Routine,
  args: CallArguments,
  level: QueryLevel,
  { format, includeTotal }: { format: BodyFormat; includeTotal: boolean },
): Statement {
  const context = createCompileContext(schema);
  const alias = nextAlias(context);
  const callSql = compileArguments(context, routine, args);
  if (routine.result.kind !== "rows") {
    rejectTableQuery(level);
    const value = `w as (select ${alias}.value from ${callSql} as ${alias}(value))`;
    const body = routine.returnsSet
      ? "coalesce(json_agg(value), '[]')::text"
      : "coalesce((json_agg(value)->0)::text, 'null')";
    const bodySql = format === "none" || routine.result.kind === "void" ? "''" : limitSize(body);
    return {
      text: `with ${value} select ${bodySql}, count(*), ${includeTotal ? "count(*)" : "null"}, null, ${RESPONSE_SETTINGS} from w`,
      values: context.values,
      columnNames: [],
    };
  }
  const { relation } = routine.result;
  const rows = compileRows({ context, relation, alias, level, referencedColumns: null }, `w as ${alias}`, []);
  const totalSql = includeTotal ? `(select count(*) from w as ${alias}${rows.where})` : "null";
  return {
    text:
      `with w as (select ${alias}.* from ${callSql} as ${alias}) ` +
      `select ${aggregateBody(format)}, count(*), ${totalSql}, null, ${RESPONSE_SETTINGS} from (${rows.sql}) r`,
    values: context.values,
    columnNames: rows.columnNames,
  };
}

/** Compiles the `from` clause: the function call, preceded by the row source of JSON arguments. */
function compileArguments(context: CompileContext, routine: Routine, args: CallArguments): string {
  const name = toPublicName(routine.name);
  if (args.kind === "texts") {
    const passedParameters = routine.parameters.filter((parameter) => args.texts.has(parameter.name));
    const argumentList = passedParameters.map(
      (parameter) =>
        `${quoteIdentifier(parameter.name)} => ${bind(context, args.texts.get(parameter.name), parameter.type)}`,
    );
    return `${name}(${argumentList.join(", ")})`;
  }
  const passedParameters = routine.parameters.filter((parameter) => args.names.includes(parameter.name));
  if (passedParameters.length === 0) {
    return `${name}()`;
  }
  const types = passedParameters
    .map((parameter) => `${quoteIdentifier(parameter.name)} ${parameter.type}`)
    .join(", ");
  const argumentList = passedParameters.map(
    (parameter) => `${quoteIdentifier(parameter.name)} => b.${quoteIdentifier(parameter.name)}`,
  );
  const json = bind(context, args.json, "json");
  return `json_to_record(${args.isList ? `(${json}->0)` : json}) as b(${types}), lateral ${name}(${argumentList.join(", ")})`;
}

/** Rejects a query on the result of a function that returns no columns. */
function rejectTableQuery(level: QueryLevel): void {
  if (level.columns.some((column) => column.kind !== "all")) {
    throw invalidQuery("select", "the function returns no columns");
  }
  const [embed] = level.embeds;
  if (embed) {
    throw invalidQuery(getEmbedName(embed), "the function returns no columns");
  }
  if (level.conditions.length > 0) {
    throw invalidQuery("filter", "the function returns no columns");
  }
  if (level.order.length > 0) {
    throw invalidQuery("order", "the function returns no columns");
  }
  if (level.limit !== null || level.offset > 0) {
    throw invalidQuery("limit", "the function returns no columns");
  }
}
