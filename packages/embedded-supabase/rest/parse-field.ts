import { limits } from "./limits.ts";
import type { Reader } from "./reader.ts";
import type { Field, JsonArrow } from "./syntax.ts";

const index = /-?\d{1,9}(?![\p{L}\p{N}_$])/uy;

/** `name`, or `name->key->>key`. Grammar: https://docs.postgrest.org/en/stable/references/api/tables_views.html#json-columns */
export function parseField(reader: Reader): Field {
  return { column: reader.name(), path: parseJsonPath(reader) };
}

function parseJsonPath(reader: Reader): JsonArrow[] {
  const path: JsonArrow[] = [];
  while (reader.takes("->")) {
    const asText = reader.takes(">");
    const position = reader.matches(index);
    path.push({ asText, key: position === null ? reader.name() : Number(position) });
    if (path.length > limits.jsonArrows) reader.refuse(`more than ${limits.jsonArrows} arrows`);
  }
  return path;
}
