import type pg from "pg";
import { runAs } from "../database/run-as.ts";
import { type AccessibleRows, tryDelete, tryInsert, trySelect, tryUpdate } from "./attempts.ts";
import type { MatrixCaller, MatrixClients } from "./callers.ts";
import type { Relation } from "./relations.ts";
import type { Samples } from "./sample.ts";

/** One line of the matrix: an operation on a table, and the rows that each caller can access with it. */
export type MatrixLine = { relation: string; operation: string; cells: AccessibleRows[] };

const ANY_OTHER_COLUMN = "any other column";

/** Parses `relation | operation | one cell per caller`. An empty first cell repeats the one above. */
export function parseMatrix(text: string): MatrixLine[] {
  let relation = "";
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", operation = "", ...cells] = line.split("|").map((cell) => cell.trim());
      relation = name || relation;
      return { relation, operation, cells };
    });
}

/** Returns the lines with the actual results. */
export async function runMatrix(
  pool: pg.Pool,
  lines: readonly MatrixLine[],
  fixture: {
    callers: MatrixCaller[];
    clients: MatrixClients;
    relations: Relation[];
    samples: Record<string, Samples>;
  },
): Promise<MatrixLine[]> {
  const columns: AccessibleRows[][] = [];
  for (const caller of fixture.callers) {
    columns.push(
      await runAs(pool, caller.identity, async (connection) => {
        const cells: AccessibleRows[] = [];
        for (const line of lines) {
          cells.push(await runLine(connection, caller, line, lines, fixture));
        }
        return cells;
      }),
    );
  }
  return lines.map((line, at) => ({ ...line, cells: columns.map((cells) => cells[at] ?? "") }));
}

async function runLine(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  line: MatrixLine,
  lines: readonly MatrixLine[],
  {
    clients,
    relations,
    samples,
  }: { clients: MatrixClients; relations: Relation[]; samples: Record<string, Samples> },
): Promise<AccessibleRows> {
  const relation = relations.find(({ name }) => name === line.relation);
  if (!relation) {
    return "no such table";
  }
  const clientIds = [clients.a.id, clients.b.id, clients.suspended.id];
  const sample = samples[relation.name] ?? { firmOwned: () => ({ [relation.columns[0] ?? ""]: null }) };
  const [verb = "", ...rest] = line.operation.split(" ");
  if (verb === "select") {
    return trySelect(connection, caller, relation);
  }
  if (verb === "delete") {
    return tryDelete(connection, caller, relation);
  }
  const columnList = rest.join(" ");
  if (verb === "insert" && columnList === "") {
    return tryInsert(connection, caller, relation, sample, clientIds);
  }
  const outcomes = new Set<AccessibleRows>();
  for (const column of resolveColumns(line, lines, relation, verb === "insert" ? sample : null)) {
    outcomes.add(
      verb === "insert"
        ? await tryInsert(connection, caller, relation, sample, clientIds, column)
        : await tryUpdate(connection, caller, relation, column),
    );
  }
  return [...outcomes].join(" or ");
}

/** Returns the columns of a line. "any other column" means every column that no other line for the table names. */
function resolveColumns(
  line: MatrixLine,
  lines: readonly MatrixLine[],
  relation: Relation,
  sample: Samples | null,
): string[] {
  const [verb = "", ...rest] = line.operation.split(" ");
  const columnList = rest.join(" ");
  if (columnList !== "" && columnList !== ANY_OTHER_COLUMN) {
    return columnList.split(", ");
  }
  const named = new Set(
    lines
      .filter((other) => other.relation === line.relation && other.operation.startsWith(`${verb} `))
      .flatMap((other) => other.operation.slice(verb.length + 1).split(", ")),
  );
  const sampleColumns = Object.keys((sample?.perClient?.("") ?? sample?.firmOwned?.()) || {});
  return relation.columns.filter((column) => !named.has(column) && !sampleColumns.includes(column));
}

/** Formats the matrix as Markdown, with one table per relation. */
export function formatMatrix(lines: readonly MatrixLine[], callers: readonly MatrixCaller[]): string {
  const rows = Map.groupBy(lines, (line) => line.relation);
  const head = `| Operation | ${callers.map((caller) => caller.name).join(" | ")} |\n|---|${callers.map(() => "---").join("|")}|`;
  return [...rows]
    .map(([relation, operations]) => {
      const body = operations.map((line) => `| ${line.operation} | ${line.cells.join(" | ")} |`).join("\n");
      return `## ${relation}\n\n${head}\n${body}\n`;
    })
    .join("\n");
}
