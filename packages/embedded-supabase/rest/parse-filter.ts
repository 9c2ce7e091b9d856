import { limits } from "./limits.ts";
import { parseField } from "./parse-field.ts";
import { Reader } from "./reader.ts";
import { type Condition, type Field, type Filter, type IsValue, operators } from "./syntax.ts";

/** Gives the value of a filter, which ends at the end of the parameter or, inside `or=(…)`, at a comma or bracket. */
type ValueReader = (reader: Reader) => string;

const isValues: readonly IsValue[] = ["null", "not_null", "true", "false", "unknown"];
const word = /[a-z_]+/y;

/**
 * The value side of `column=not.eq.5`, `column=in.(a,b)`, `column=is.null`.
 * Grammar: https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators
 */
export function parseFilter(field: Field, value: string): Filter {
  const reader = new Reader(value, `filter on "${field.column}"`);
  const filter = parseOperation(reader, field, (rest) => rest.until(""));
  reader.end();
  return filter;
}

/** `or=(a.eq.1,and(b.gt.2,not.c.is.null))`: the part between the brackets, the brackets included. */
export function parseLogic(kind: "and" | "or", negated: boolean, value: string): Condition {
  const reader = new Reader(value, `logic tree of "${kind}"`);
  const conditions = parseConditions(reader, 1);
  reader.end();
  return { kind, negated, conditions };
}

function parseConditions(reader: Reader, depth: number): Condition[] {
  if (depth > limits.logicDepth) reader.refuse(`deeper than ${limits.logicDepth} levels`);
  const conditions: Condition[] = [];
  reader.skipSpaces();
  reader.expect("(");
  do {
    conditions.push(parseCondition(reader, depth));
    reader.skipSpaces();
  } while (reader.takes(","));
  reader.expect(")");
  reader.skipSpaces();
  return conditions;
}

function parseCondition(reader: Reader, depth: number): Condition {
  reader.skipSpaces();
  const start = reader.mark();
  const negated = reader.takes("not.");
  for (const kind of ["and", "or"] as const) {
    if (reader.takes(kind)) {
      if (reader.sees("(")) return { kind, negated, conditions: parseConditions(reader, depth + 1) };
    }
  }
  reader.backTo(start);
  const field = parseField(reader);
  reader.expect(".");
  return parseOperation(reader, field, valueInLogic);
}

/** Quoted when it holds a comma or a bracket; an array literal keeps its commas. */
function valueInLogic(reader: Reader): string {
  const start = reader.mark();
  if (reader.sees('"')) {
    const value = reader.quoted();
    if (reader.isDone || reader.sees(",") || reader.sees(")")) return value;
    reader.backTo(start);
  }
  if (reader.sees("{")) {
    const inside = reader.until("}");
    if (reader.takes("}")) return `${inside}}`;
    reader.backTo(start);
  }
  return reader.until(",)");
}

function parseOperation(reader: Reader, field: Field, readValue: ValueReader): Filter {
  const negated = reader.takes("not.");
  const name = reader.matches(word) ?? reader.refuse("expecting an operator (eq, gt, ...)");
  if (!reader.takes(".")) reader.refuse(`operator "${name}${reader.until(".")}" is not supported`);
  if (name === "in") return { kind: "filter", field, negated, operator: "in", values: parseList(reader) };
  if (name === "is") return { kind: "filter", field, negated, operator: "is", value: parseIsValue(reader) };
  const operator =
    operators.find((known) => known === name) ?? reader.refuse(`operator "${name}" is not supported`);
  return { kind: "filter", field, negated, operator, value: readValue(reader) };
}

function parseIsValue(reader: Reader): IsValue {
  const start = reader.mark();
  const written = reader.until(",)").toLowerCase();
  const value = isValues.find((known) => known === written);
  if (value) return value;
  reader.backTo(start);
  return reader.refuse("expecting null, not_null, true, false or unknown");
}

function parseList(reader: Reader): string[] {
  const values: string[] = [];
  reader.expect("(");
  if (reader.takes(")")) return values;
  do {
    values.push(listElement(reader));
  } while (reader.takes(","));
  reader.expect(")");
  return values;
}

function listElement(reader: Reader): string {
  const start = reader.mark();
  if (reader.sees('"')) {
    const value = reader.quoted();
    if (reader.sees(",") || reader.sees(")")) return value;
    reader.backTo(start);
  }
  return reader.until(",)");
}
