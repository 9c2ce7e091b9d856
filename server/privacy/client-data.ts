import { z } from "zod";
import type { Query } from "#server/database/database.ts";
import {
  EXCLUDED_TABLES,
  EXPORT_RULES,
  type ExportRule,
  OTHER_FILE_QUERIES,
} from "#server/privacy/client-data-rules.ts";
import { type ClientTable, readClientTables } from "#server/privacy/client-tables.ts";

const ExportedRow = z.object({ row: z.record(z.string(), z.unknown()) });

/** A JSON file in the archive. */
export type DataFile = { name: string; rows: object[] };

/** Reads all data of a client in the caller's transaction. Returns null if the client does not exist. */
export async function collectClientData(
  query: Query,
  clientId: string,
): Promise<{ company: string; files: DataFile[] } | null> {
  const [client] = await query(
    `select client.company, client.user_id, lower(account.email) as email from public.clients as client
       left join public.users as account on account.id = client.user_id where client.id = $1`,
    [clientId],
  );
  if (!client) {
    return null;
  }
  const tables = (await readClientTables(query)).filter(({ name }) => !Object.hasOwn(EXCLUDED_TABLES, name));
  const statements = [
    ...tables.map((table) => [getRule(table.name).file, toStatement(table)] as const),
    ...Object.entries(OTHER_FILE_QUERIES),
  ];
  const files: DataFile[] = [];
  for (const [name, sql] of statements) {
    // Not every statement uses all three parameters, but PostgreSQL must know the type of each.
    const rows = await query.dynamic(
      `with params as (select $1::uuid, $2::uuid, $3::text) select to_jsonb(data) as row from (${sql}) as data`,
      [clientId, client.user_id, client.email],
    );
    files.push({
      name,
      rows: z
        .array(ExportedRow)
        .parse(rows)
        .map(({ row }) => row),
    });
  }
  return { company: client.company, files };
}

/**
 * Returns the rule for a table. An unlisted table is exported to `internal/`, because it must be reviewed before it is
 * shared.
 */
function getRule(table: string): ExportRule {
  return EXPORT_RULES[table] ?? { file: `internal/${table.replace(/^\w+\./, "").replaceAll("_", "-")}.json` };
}

function toStatement({ name, columns, condition, order }: ClientTable): string {
  const { omit = {}, compute = {}, where = "true" } = getRule(name);
  const exported = columns.filter(
    (column) => !Object.hasOwn(omit, column) && !Object.hasOwn(compute, column),
  );
  const computed = Object.entries(compute).map(([column, expression]) => `${expression} as ${column}`);
  return `select ${[...exported, ...computed].join(", ")} from ${name} where (${condition}) and (${where}) order by ${order}`;
}
