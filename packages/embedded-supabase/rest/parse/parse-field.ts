import { LIMITS } from "../limits.ts";
import type { Scanner } from "./scanner.ts";
import type { Field, JsonPathStep } from "./syntax.ts";

const ARRAY_INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/uy;

/**
 * Parses `name` or `name->key->>key`.
 * Grammar: https://docs.postgrest.org/en/stable/references/api/tables_views.html#json-columns
 */
export function parseField(scanner: Scanner): Field {
  return { column: scanner.readName(), path: parseJsonPath(scanner) };
}

function parseJsonPath(scanner: Scanner): JsonPathStep[] {
  const path: JsonPathStep[] = [];
  while (scanner.consume("->")) {
    const asText = scanner.consume(">");
    const arrayIndex = scanner.match(ARRAY_INDEX);
    path.push({ asText, key: arrayIndex === null ? scanner.readJsonKey() : Number(arrayIndex) });
    if (path.length > LIMITS.jsonPathSteps) {
      scanner.fail(`more than ${LIMITS.jsonPathSteps} arrows`);
    }
  }
  return path;
}
