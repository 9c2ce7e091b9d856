import { LIMITS } from "../limits.ts";
import { parseField } from "./parse-field.ts";
import { Scanner } from "./scanner.ts";
import type { OrderTerm } from "./syntax.ts";

/**
 * Parses `order=due_date.desc.nullslast,clients(company)`.
 * Grammar: https://docs.postgrest.org/en/stable/references/api/tables_views.html#ordering
 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, "order");
  const terms: OrderTerm[] = [];
  do {
    terms.push(parseTerm(scanner));
    if (terms.length > LIMITS.orderTerms) {
      scanner.fail(`more than ${LIMITS.orderTerms} terms`);
    }
    scanner.skipSpaces();
  } while (scanner.consume(","));
  scanner.expectEnd();
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  let field = parseField(scanner);
  let relation: string | null = null;
  if (field.path.length === 0 && scanner.consume("(")) {
    relation = field.column;
    field = parseField(scanner);
    scanner.expect(")");
  }
  const descending = !scanner.consume(".asc") && scanner.consume(".desc");
  const nulls = scanner.consume(".nullsfirst") ? "first" : scanner.consume(".nullslast") ? "last" : null;
  return { field, relation, descending, nulls };
}
