/** A view column and the table or view column that it selects unchanged. Columns are attribute numbers. */
export type ViewColumn = { column: number; sourceRelation: string; sourceColumn: number };

// PostgreSQL records the source table and column of each output column that is selected unchanged.
const TARGET_ENTRY = /:resno (\d+) .*?:resorigtbl (\d+) :resorigcol (\d+) :resjunk false/s;
const TARGET_LIST_START = ":targetList (";

/**
 * Parses a view's rule (`pg_rewrite.ev_action`) and returns the columns that the view selects unchanged. Reads only the
 * target list of the outermost query.
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

/** Returns the position after `:targetList (` of the outermost query, in `({QUERY … :targetList (…) …})`, or -1. */
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
    } else if (character === ":" && depth === 1 && rule.startsWith(TARGET_LIST_START, index)) {
      return index + TARGET_LIST_START.length;
    }
  }
  return -1;
}

/** Splits a target list into its `{TARGETENTRY …}` nodes, without their nested nodes. */
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
