import type { Catalogue, Routine } from "./catalogue.ts";
import { compileRows } from "./compile-level.ts";
import { notUnderstood } from "./errors.ts";
import {
  bind,
  bodyOf,
  type Compilation,
  type Format,
  inPublic,
  newAlias,
  newCompilation,
  quoted,
  type Statement,
  withinSize,
} from "./sql.ts";
import { type Level, nameOf } from "./syntax.ts";

/** Arguments as a JSON object's text with its keys, or, from an address, as texts by name. */
export type Arguments =
  | { kind: "json"; json: string; names: readonly string[] }
  | { kind: "texts"; texts: ReadonlyMap<string, string> };

/** One statement that calls a function; what returns rows may be selected from, filtered and ordered like a table. */
export function compileCall(
  catalogue: Catalogue,
  routine: Routine,
  args: Arguments,
  level: Level,
  { format, countsAll }: { format: Format; countsAll: boolean },
): Statement {
  const compilation = newCompilation(catalogue);
  const alias = newAlias(compilation);
  const call = compileArguments(compilation, routine, args);
  if (routine.result.kind !== "rows") {
    refuseShape(level);
    const value = `w as (select ${alias}.value from ${call} as ${alias}(value))`;
    const body = routine.returnsSet
      ? "coalesce(json_agg(value), '[]')::text"
      : "coalesce((json_agg(value)->0)::text, 'null')";
    const shown = format === "nothing" || routine.result.kind === "void" ? "''" : withinSize(body);
    return {
      text: `with ${value} select ${shown}, count(*), null, null from w`,
      values: compilation.values,
      header: [],
    };
  }
  const { relation } = routine.result;
  const rows = compileRows({ compilation, relation, alias, level, used: null }, `w as ${alias}`, []);
  const total = countsAll ? `(select count(*) from w as ${alias}${rows.where})` : "null";
  return {
    text:
      `with w as (select ${alias}.* from ${call} as ${alias}) ` +
      `select ${bodyOf(format)}, count(*), ${total}, null from (${rows.sql}) r`,
    values: compilation.values,
    header: rows.header,
  };
}

/** The call with what stands before it in `from`. */
function compileArguments(compilation: Compilation, routine: Routine, args: Arguments): string {
  const name = inPublic(routine.name);
  if (args.kind === "texts") {
    const given = routine.parameters.filter((parameter) => args.texts.has(parameter.name));
    const list = given.map(
      (parameter) =>
        `${quoted(parameter.name)} => ${bind(compilation, args.texts.get(parameter.name), parameter.type)}`,
    );
    return `${name}(${list.join(", ")})`;
  }
  const given = routine.parameters.filter((parameter) => args.names.includes(parameter.name));
  if (given.length === 0) return `${name}()`;
  const types = given.map((parameter) => `${quoted(parameter.name)} ${parameter.type}`).join(", ");
  const list = given.map((parameter) => `${quoted(parameter.name)} => b.${quoted(parameter.name)}`);
  return `json_to_record(${bind(compilation, args.json, "json")}) as b(${types}), lateral ${name}(${list.join(", ")})`;
}

/** A single value has no columns to choose or filter by. */
function refuseShape(level: Level): void {
  const [column] = level.columns;
  if (level.columns.length !== 1 || column?.kind !== "all")
    throw notUnderstood("select", "the function returns no columns");
  const [embed] = level.embeds;
  if (embed) throw notUnderstood(nameOf(embed), "the function returns no columns");
  if (level.conditions.length > 0) throw notUnderstood("filter", "the function returns no columns");
  if (level.order.length > 0) throw notUnderstood("order", "the function returns no columns");
  if (level.limit !== null || level.offset > 0)
    throw notUnderstood("limit", "the function returns no columns");
}
