import pg from "pg";
import { StartupProblem } from "./startup-problem.ts";

/** The roles requests run as, named as on Supabase. Only service_role passes by the row policies. */
const requestRoles = { anon: "", authenticated: "", service_role: "bypassrls" };

const oldestVersion = 15;

type Queryable = Pick<pg.ClientBase, "query">;

/**
 * Makes sure that the login of a database can run the backend: PostgreSQL 15 or newer, the request roles exist, the
 * login may act as them and owns the database. Creates what is missing when the login may.
 * Throws a StartupProblem with the statements a superuser should run when it may not.
 */
export async function prepareRoles(database: Queryable): Promise<void> {
  await refuseOldServers(database);
  const missing = await missingStatements(database);
  if (missing.length === 0) return;
  try {
    for (const statement of missing) await database.query(statement);
  } catch (cause) {
    throw new StartupProblem(
      `The database login may not prepare its roles. Have a superuser run: ${missing.join("; ")};`,
      { cause },
    );
  }
}

/** The cluster's own first steps, as superuser: the roles, app_owner, the database `app`. Safe to repeat. */
export async function makeApplicationDatabase(superuser: Queryable, password?: string): Promise<void> {
  const exists = async (sql: string) => ((await superuser.query(sql)).rowCount ?? 0) > 0;
  if (!(await exists("select from pg_roles where rolname = 'app_owner'"))) {
    await superuser.query("create role app_owner login nosuperuser nocreatedb nocreaterole");
  }
  if (password !== undefined) {
    await superuser.query(`alter role app_owner password ${pg.escapeLiteral(password)}`);
  }
  for (const statement of await missingRoles(superuser, "app_owner")) await superuser.query(statement);
  if (!(await exists("select from pg_database where datname = 'app'"))) {
    await superuser.query("create database app owner app_owner");
  }
  await superuser.query("revoke all on database app from public");
}

async function refuseOldServers(database: Queryable): Promise<void> {
  const { rows } = await database.query<{ version: string }>("show server_version");
  const version = rows[0]?.version ?? "";
  if (Number.parseInt(version, 10) < oldestVersion) {
    throw new StartupProblem(
      `The database is PostgreSQL ${version}; version ${oldestVersion} or newer is needed.`,
    );
  }
}

async function missingStatements(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ login: string; name: string; owns: boolean }>(
    `select current_user as login, datname as name, pg_has_role(datdba, 'member') as owns
     from pg_database where datname = current_database()`,
  );
  const [found] = rows;
  if (!found) return [];
  const statements = await missingRoles(database, found.login);
  if (!found.owns) {
    statements.push(
      `alter database ${pg.escapeIdentifier(found.name)} owner to ${pg.escapeIdentifier(found.login)}`,
    );
  }
  return statements;
}

async function missingRoles(database: Queryable, login: string): Promise<string[]> {
  const { rows } = await database.query<{ role: string; complete: boolean; granted: boolean }>(
    `select rolname as role, rolname <> 'service_role' or rolbypassrls as complete,
            pg_has_role($1::name, oid, 'member') as granted
     from pg_roles where rolname = any ($2)`,
    [login, Object.keys(requestRoles)],
  );
  return Object.entries(requestRoles).flatMap(([role, attribute]) => {
    const found = rows.find((row) => row.role === role);
    const grant = `grant ${role} to ${pg.escapeIdentifier(login)}`;
    if (!found) return [`create role ${role} nologin noinherit ${attribute}`.trim(), grant];
    return [
      ...(found.complete ? [] : [`alter role ${role} ${attribute}`]),
      ...(found.granted ? [] : [grant]),
    ];
  });
}
