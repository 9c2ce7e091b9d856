import type pg from "pg";
import { queryRows } from "#server/database/query.ts";

/**
 * A trigger function in a hosted project's database, and the triggers that call it. The definitions match PostgreSQL's
 * formatting, so that they can be compared with the installed ones.
 */
export type HostedTriggers = {
  /** The function with its schema, such as `private.record_sign_in()`. */
  function: string;
  functionDefinition: string;
  triggers: readonly { name: string; table: string; definition: string }[];
};

/**
 * Installs triggers in a hosted project's database. Replaces those of an earlier version and leaves current ones
 * unchanged.
 * @throws if the project does not allow the triggers
 */
export async function installHostedTriggers(
  pool: Pick<pg.Pool, "query">,
  { function: name, functionDefinition, triggers }: HostedTriggers,
): Promise<void> {
  const statements: string[] = [];
  const [installed] = await queryRows(pool, "select pg_get_functiondef(to_regprocedure($1)) as definition", [
    name,
  ]);
  if (installed?.definition !== functionDefinition) {
    statements.push(functionDefinition, `revoke all on function ${name} from public`);
  }
  for (const trigger of triggers) {
    const [installedTrigger] = await queryRows(
      pool,
      "select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = $1 and tgrelid = $2::text::regclass",
      [trigger.name, trigger.table],
    );
    if (installedTrigger?.definition !== trigger.definition) {
      statements.push(...buildInstallStatements(trigger));
    }
  }
  // The lock serializes processes that start at the same time.
  if (statements.length > 0) {
    await pool.query([`select pg_advisory_xact_lock(hashtext('${name}'))`, ...statements].join(";\n"));
  }
}

/** PostgreSQL cannot replace constraint triggers. */
function buildInstallStatements({ name, table, definition }: HostedTriggers["triggers"][number]): string[] {
  return definition.startsWith("CREATE CONSTRAINT TRIGGER")
    ? [`drop trigger if exists ${name} on ${table}`, definition]
    : [definition.replace("CREATE", "CREATE OR REPLACE")];
}
