import { LIMITS } from "../limits.ts";
import { parseField } from "./parse-field.ts";
import { Scanner } from "./scanner.ts";
import { type Condition, type Field, type Filter, type IsValue, OPERATORS } from "./syntax.ts";

/** Reads a filter's value up to the end of the parameter or, inside `or=(…)`, up to a comma or parenthesis. */
type ValueReader = (scanner: Scanner) => string;

const IS_VALUES: readonly IsValue[] = ["null", "not_null", "true", "false", "unknown"];
const OPERATOR_NAME = /[a-z_]+/y;
const LOGIC_OPERATOR = /(?:and|or)[ \t]*(?=\()/y;

/**
 * Parses the value of a filter parameter, such as `not.eq.5`, `in.(a,b)` or `is.null`.
 * Grammar: https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators
 */
export function parseFilter(field: Field, value: string): Filter {
  const scanner = new Scanner(value, `filter on "${field.column}"`);
  const filter = parseOperation(scanner, field, (rest) => rest.readUntil(""));
  scanner.expectEnd();
  return filter;
}

/** Parses the value of `or=(a.eq.1,and(b.gt.2,not.c.is.null))`, including the outer parentheses. */
export function parseLogic(kind: "and" | "or", negated: boolean, value: string): Condition {
  const scanner = new Scanner(value, `logic tree of "${kind}"`);
  const conditions = parseConditions(scanner, 1);
  scanner.expectEnd();
  return { kind, negated, conditions };
}

function parseConditions(scanner: Scanner, depth: number): Condition[] {
  if (depth > LIMITS.logicDepth) {
    scanner.fail(`deeper than ${LIMITS.logicDepth} levels`);
  }
  const conditions: Condition[] = [];
  scanner.skipSpaces();
  scanner.expect("(");
  do {
    conditions.push(parseCondition(scanner, depth));
    scanner.skipSpaces();
  } while (scanner.consume(","));
  scanner.expect(")");
  scanner.skipSpaces();
  return conditions;
}

function parseCondition(scanner: Scanner, depth: number): Condition {
  scanner.skipSpaces();
  const start = scanner.mark();
  const negated = scanner.consume("not.");
  const operator = scanner.match(LOGIC_OPERATOR);
  if (operator !== null) {
    const kind = operator.startsWith("and") ? "and" : "or";
    return { kind, negated, conditions: parseConditions(scanner, depth + 1) };
  }
  scanner.reset(start);
  const field = parseField(scanner);
  scanner.expect(".");
  return parseOperation(scanner, field, readLogicValue);
}

/** Reads a bare value, a quoted value (required for commas and parentheses), or an array literal with commas. */
function readLogicValue(scanner: Scanner): string {
  const start = scanner.mark();
  if (scanner.startsWith('"')) {
    const value = scanner.readQuoted();
    if (scanner.isAtEnd || scanner.startsWith(",") || scanner.startsWith(")")) {
      return value;
    }
    scanner.reset(start);
  }
  if (scanner.startsWith("{")) {
    const elements = scanner.readUntil("}");
    if (scanner.consume("}")) {
      return `${elements}}`;
    }
    scanner.reset(start);
  }
  return scanner.readUntil(",)");
}

function parseOperation(scanner: Scanner, field: Field, readValue: ValueReader): Filter {
  const negated = scanner.consume("not.");
  const name = scanner.match(OPERATOR_NAME) ?? scanner.fail("expecting an operator (eq, gt, ...)");
  if (!scanner.consume(".")) {
    scanner.fail(`operator "${name}${scanner.readUntil(".")}" is not supported`);
  }
  if (name === "in") {
    return { kind: "filter", field, negated, operator: "in", values: parseList(scanner) };
  }
  if (name === "is") {
    return { kind: "filter", field, negated, operator: "is", value: parseIsValue(scanner) };
  }
  const operator =
    OPERATORS.find((known) => known === name) ?? scanner.fail(`operator "${name}" is not supported`);
  return { kind: "filter", field, negated, operator, value: readValue(scanner) };
}

function parseIsValue(scanner: Scanner): IsValue {
  const start = scanner.mark();
  const keyword = scanner.readUntil(",)").toLowerCase();
  const value = IS_VALUES.find((known) => known === keyword);
  if (value) {
    return value;
  }
  scanner.reset(start);
  return scanner.fail("expecting null, not_null, true, false or unknown");
}

function parseList(scanner: Scanner): string[] {
  const values: string[] = [];
  scanner.expect("(");
  scanner.skipSpaces();
  if (scanner.consume(")")) {
    return values;
  }
  do {
    values.push(readListElement(scanner));
  } while (scanner.consume(","));
  scanner.expect(")");
  return values;
}

function readListElement(scanner: Scanner): string {
  const start = scanner.mark();
  if (scanner.startsWith('"')) {
    const value = scanner.readQuoted();
    if (scanner.startsWith(",") || scanner.startsWith(")")) {
      return value;
    }
    scanner.reset(start);
  }
  return scanner.readUntil(",)");
}
