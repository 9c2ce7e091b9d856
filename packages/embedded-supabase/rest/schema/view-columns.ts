/** A view's column and the table or view column that it selects unchanged. Numbers are those of `pg_attribute`. */
export type ViewColumn = { column: number; sourceRelation: string; sourceColumn: number };

// For each output column of a query, PostgreSQL records the table column it is selected from, if unchanged.
const TARGET_ENTRY = /:resno (\d+) .*?:resorigtbl (\d+) :resorigcol (\d+) :resjunk false/s;
const TARGET_LIST = ":targetList (";

/**
 * Parses a view's rule (`pg_rewrite.ev_action`) into the columns it selects unchanged. Reads only the outermost query's
 * target list. Computed columns have no source.
 */
export function parseViewColumns(rule: string): ViewColumn[] {
  const start = findTargetList(rule);
  if (start < 0) {
    return [];
  }
  return splitTargetEntries(rule, start).flatMap((entry) => {
    const [, column, relation, sourceColumn] = TARGET_ENTRY.exec(entry) ?? [];
    if (!column || !relation || relation === "0" || !sourceColumn) {
      return [];
    }
    return [{ column: Number(column), sourceRelation: relation, sourceColumn: Number(sourceColumn) }];
  });
}

/** The query node is written `({QUERY … :targetList (…) … })`; nested queries are inside deeper braces. */
function findTargetList(rule: string): number {
  let depth = 0;
  for (let index = 0; index < rule.length; index++) {
    const character = rule[index];
    if (character === "\\") {
      index++;
    } else if (character === "{") {
      depth++;
    } else if (character === "}") {
      depth--;
    } else if (character === ":" && depth === 1 && rule.startsWith(TARGET_LIST, index)) {
      return index + TARGET_LIST.length;
    }
  }
  return -1;
}

/** The `{TARGETENTRY …}` nodes of one list, without their nested nodes. */
function splitTargetEntries(rule: string, start: number): string[] {
  const entries: string[] = [];
  let entry = "";
  let depth = 0;
  for (let index = start; index < rule.length; index++) {
    const character = rule[index] ?? "";
    if (depth === 0 && character === ")") {
      break;
    }
    if (character === "{") {
      depth++;
    }
    if (depth === 1) {
      entry += character;
    }
    if (character === "\\") {
      index++;
    }
    if (character === "}" && --depth === 0) {
      entries.push(entry);
      entry = "";
    }
  }
  return entries;
}
