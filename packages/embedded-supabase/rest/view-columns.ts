/** A column of a view and the column of the table (or view) it passes on; numbers as in pg_attribute. */
export type ViewColumn = { column: number; sourceRelation: string; sourceColumn: number };

// PostgreSQL notes for every output column of a query which table column it came from, if it is one unchanged.
const targetEntry = /:resno (\d+) .*?:resorigtbl (\d+) :resorigcol (\d+) :resjunk false/s;
const targetList = ":targetList (";

/**
 * Reads a view's rule (pg_rewrite.ev_action) for the table columns it passes on unchanged. Only the outermost query's
 * target list counts; entries that are computed have no source.
 */
export function viewColumnsOf(rule: string): ViewColumn[] {
  const start = outermostTargetList(rule);
  if (start < 0) return [];
  return entriesFrom(rule, start).flatMap((entry) => {
    const [, column, relation, sourceColumn] = targetEntry.exec(entry) ?? [];
    if (!column || !relation || relation === "0" || !sourceColumn) return [];
    return [{ column: Number(column), sourceRelation: relation, sourceColumn: Number(sourceColumn) }];
  });
}

/** The query node is written `({QUERY … :targetList (…) … })`; nested queries stand inside deeper braces. */
function outermostTargetList(rule: string): number {
  let depth = 0;
  for (let at = 0; at < rule.length; at++) {
    const character = rule[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (character === ":" && depth === 1 && rule.startsWith(targetList, at))
      return at + targetList.length;
  }
  return -1;
}

/** The texts of the `{TARGETENTRY …}` nodes of one list, nested nodes cut out. */
function entriesFrom(rule: string, start: number): string[] {
  const entries: string[] = [];
  let entry = "";
  let depth = 0;
  for (let at = start; at < rule.length; at++) {
    const character = rule[at] ?? "";
    if (depth === 0 && character === ")") break;
    if (character === "{") depth++;
    if (depth === 1) entry += character;
    if (character === "\\") at++;
    if (character === "}" && --depth === 0) {
      entries.push(entry);
      entry = "";
    }
  }
  return entries;
}
