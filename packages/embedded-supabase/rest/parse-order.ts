import { limits } from "./limits.ts";
import { parseField } from "./parse-field.ts";
import { Reader } from "./reader.ts";
import type { OrderTerm } from "./syntax.ts";

/**
 * `order=due_date.desc.nullslast,clients(company)`.
 * Grammar: https://docs.postgrest.org/en/stable/references/api/tables_views.html#ordering
 */
export function parseOrder(text: string): OrderTerm[] {
  const reader = new Reader(text, "order");
  const terms: OrderTerm[] = [];
  do {
    terms.push(parseTerm(reader));
    if (terms.length > limits.orderTerms) reader.refuse(`more than ${limits.orderTerms} terms`);
    reader.skipSpaces();
  } while (reader.takes(","));
  reader.end();
  return terms;
}

function parseTerm(reader: Reader): OrderTerm {
  let field = parseField(reader);
  let relation: string | null = null;
  if (field.path.length === 0 && reader.takes("(")) {
    relation = field.column;
    field = parseField(reader);
    reader.expect(")");
  }
  const descending = !reader.takes(".asc") && reader.takes(".desc");
  const nulls = reader.takes(".nullsfirst") ? "first" : reader.takes(".nullslast") ? "last" : null;
  return { field, relation, descending, nulls };
}
