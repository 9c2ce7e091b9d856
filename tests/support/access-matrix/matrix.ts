import type pg from "pg";
import { actingAs } from "../acting-as.ts";
import { type Reach, triesToDelete, triesToInsert, triesToSelect, triesToUpdate } from "./attempts.ts";
import type { Clients, Person } from "./people.ts";
import type { Relation } from "./relations.ts";
import type { Samples } from "./samples.ts";

/** One line of the matrix: what is tried on a table, and what each person should reach by it. */
export type Line = { relation: string; act: string; cells: Reach[] };

const ANY_OTHER = "any other column";

/** Reads the hand-written table: `relation | act | one cell a person`. An empty first cell repeats the one above. */
export function parseMatrix(text: string): Line[] {
  let relation = "";
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", act = "", ...cells] = line.split("|").map((cell) => cell.trim());
      relation = name || relation;
      return { relation, act, cells };
    });
}

/** The same lines with what each person really reached. */
export async function tryMatrix(
  pool: pg.Pool,
  lines: readonly Line[],
  world: { people: Person[]; clients: Clients; relations: Relation[]; samples: Record<string, Samples> },
): Promise<Line[]> {
  const columns: Reach[][] = [];
  for (const person of world.people) {
    columns.push(
      await actingAs(pool, person.caller, async (connection) => {
        const cells: Reach[] = [];
        for (const line of lines) cells.push(await tryLine(connection, person, line, lines, world));
        return cells;
      }),
    );
  }
  return lines.map((line, at) => ({ ...line, cells: columns.map((cells) => cells[at] ?? "") }));
}

async function tryLine(
  connection: pg.PoolClient,
  person: Person,
  line: Line,
  lines: readonly Line[],
  {
    clients,
    relations,
    samples,
  }: { clients: Clients; relations: Relation[]; samples: Record<string, Samples> },
): Promise<Reach> {
  const relation = relations.find(({ name }) => name === line.relation);
  if (!relation) return "no such table";
  const clientIds = [clients.a.id, clients.b.id, clients.suspended.id];
  const sample = samples[relation.name] ?? { ofTheFirm: () => ({ [relation.columns[0] ?? ""]: null }) };
  const [verb = "", ...rest] = line.act.split(" ");
  if (verb === "select") return triesToSelect(connection, person, relation);
  if (verb === "delete") return triesToDelete(connection, person, relation);
  const listed = rest.join(" ");
  if (verb === "insert" && listed === "") {
    return triesToInsert(connection, person, relation, sample, clientIds);
  }
  const outcomes = new Set<Reach>();
  for (const column of columnsOf(line, lines, relation, verb === "insert" ? sample : null)) {
    outcomes.add(
      verb === "insert"
        ? await triesToInsert(connection, person, relation, sample, clientIds, column)
        : await triesToUpdate(connection, person, relation, column),
    );
  }
  return [...outcomes].join(" or ");
}

/** The columns a line is about; "any other column" is all that no other line of the table names. */
function columnsOf(line: Line, lines: readonly Line[], relation: Relation, sample: Samples | null): string[] {
  const [verb = "", ...rest] = line.act.split(" ");
  const listed = rest.join(" ");
  if (listed !== "" && listed !== ANY_OTHER) return listed.split(", ");
  const named = new Set(
    lines
      .filter((other) => other.relation === line.relation && other.act.startsWith(`${verb} `))
      .flatMap((other) => other.act.slice(verb.length + 1).split(", ")),
  );
  const sent = Object.keys((sample?.perClient?.("") ?? sample?.ofTheFirm?.()) || {});
  return relation.columns.filter((column) => !named.has(column) && !sent.includes(column));
}

/** The matrix as a page: one table a relation. */
export function printMatrix(lines: readonly Line[], people: readonly Person[]): string {
  const rows = Map.groupBy(lines, (line) => line.relation);
  const head = `| | ${people.map((person) => person.name).join(" | ")} |\n|---|${people.map(() => "---").join("|")}|`;
  return [...rows]
    .map(([relation, acts]) => {
      const body = acts.map((line) => `| ${line.act} | ${line.cells.join(" | ")} |`).join("\n");
      return `## ${relation}\n\n${head}\n${body}\n`;
    })
    .join("\n");
}
