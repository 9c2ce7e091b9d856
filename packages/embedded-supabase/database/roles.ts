import pg from "pg";
import { execute, queryRows } from "../query.ts";
import { StartupError } from "./startup-error.ts";

/** The roles that requests run as, with the same names as on Supabase. Only service_role bypasses row policies. */
const REQUEST_ROLES = { anon: "", authenticated: "", service_role: "bypassrls" };

const MIN_POSTGRES_VERSION = 15;

type Queryable = Pick<pg.ClientBase, "query">;

/**
 * Ensures that the backend can use the database: it runs PostgreSQL 15 or newer, the request roles exist, and the login
 * is a member of them and owns the database. Creates and grants what is missing if the login has the privileges.
 * @throws {StartupError} if it does not, with the statements that a superuser must run
 */
export async function prepareRoles(database: Queryable): Promise<void> {
  await requireSupportedVersion(database);
  const missingStatements = await findMissingStatements(database);
  if (missingStatements.length === 0) {
    return;
  }
  try {
    for (const statement of missingStatements) {
      await database.query(statement);
    }
  } catch (error) {
    throw new StartupError(
      `The database login is not allowed to create its roles. Run this as a superuser: ${missingStatements.join("; ")};`,
      { cause: error },
    );
  }
}

/** Creates the request roles, the login `app_owner` and the database `app` as superuser. Idempotent. */
export async function createAppDatabase(superuser: Queryable, password?: string): Promise<void> {
  if ((await execute(superuser, "select from pg_roles where rolname = 'app_owner'")) === 0) {
    await superuser.query("create role app_owner login nosuperuser nocreatedb nocreaterole");
  }
  if (password !== undefined) {
    await superuser.query(`alter role app_owner password ${pg.escapeLiteral(password)}`);
  }
  for (const statement of await findMissingRoles(superuser, "app_owner")) {
    await superuser.query(statement);
  }
  if ((await execute(superuser, "select from pg_database where datname = 'app'")) === 0) {
    await superuser.query("create database app owner app_owner");
  }
  await superuser.query("revoke all on database app from public");
}

async function requireSupportedVersion(database: Queryable): Promise<void> {
  const [server] = await queryRows(database, "select current_setting('server_version') as version");
  const version = server?.version ?? "";
  if (Number.parseInt(version, 10) < MIN_POSTGRES_VERSION) {
    throw new StartupError(
      `The database is PostgreSQL ${version}. Version ${MIN_POSTGRES_VERSION} or newer is required.`,
    );
  }
}

async function findMissingStatements(database: Queryable): Promise<string[]> {
  const [current] = await queryRows(
    database,
    `select current_user as login, datname as name, pg_has_role(datdba, 'member') as owns
     from pg_database where datname = current_database()`,
  );
  if (!current) {
    return [];
  }
  const statements = await findMissingRoles(database, current.login);
  if (!current.owns) {
    statements.push(
      `alter database ${pg.escapeIdentifier(current.name)} owner to ${pg.escapeIdentifier(current.login)}`,
    );
  }
  return statements;
}

async function findMissingRoles(database: Queryable, login: string): Promise<string[]> {
  const rows = await queryRows(
    database,
    `select rolname as role, rolname <> 'service_role' or rolbypassrls as complete,
            pg_has_role($1::name, oid, 'member') as granted
     from pg_roles where rolname = any ($2)`,
    [login, Object.keys(REQUEST_ROLES)],
  );
  return Object.entries(REQUEST_ROLES).flatMap(([role, attribute]) => {
    const current = rows.find((row) => row.role === role);
    const grant = `grant ${role} to ${pg.escapeIdentifier(login)}`;
    if (!current) {
      return [`create role ${role} nologin noinherit ${attribute}`.trim(), grant];
    }
    return [
      ...(current.complete ? [] : [`alter role ${role} ${attribute}`]),
      ...(current.granted ? [] : [grant]),
    ];
  });
}
