import type pg from "pg";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { jsonOf } from "../ask.ts";
import { type Finding, ok, problem, skipped } from "../finding.ts";
import { askProject, type Project, projectOf } from "./project.ts";

const TRANSACTION_POOLER = "6543";

/** Whether DATABASE_URL is this project's database, reached in a way that holds. */
export async function lookAtHostedDatabase(config: Config, pool: pg.Pool): Promise<Finding[]> {
  const project = projectOf(config);
  if (!project) return [];
  return [connection(config), await sameDatabase(project, pool), await recording(pool)];
}

function connection({ databaseUrl = "" }: Config): Finding {
  const { port, hostname, searchParams } = new URL(databaseUrl.replace("@/", "@localhost/"));
  if (port === TRANSACTION_POOLER)
    return problem(
      "Connection",
      "DATABASE_URL goes through the transaction pooler, which breaks locks and notifications",
      "Use the direct connection or the session pooler, port 5432.",
    );
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (!isHere && searchParams.get("sslmode") !== "verify-full")
    return problem(
      "Connection",
      "DATABASE_URL does not check whom it talks to",
      "Add sslmode=verify-full and sslrootcert with the project's certificate (docs/hosted.md).",
    );
  return ok("Connection", isHere ? "to this machine" : "direct or by the session pooler, with TLS checked");
}

const Accounts = z.object({ users: z.array(z.object({ id: z.uuid() })) });

async function sameDatabase(project: Project, pool: pg.Pool): Promise<Finding> {
  const answer = await askProject(project, "/auth/v1/admin/users?page=1&per_page=1", project.secretKey);
  const told = Accounts.safeParse(await jsonOf(answer));
  if (!told.success) return skipped("Same project", "the project does not list its accounts");
  const [account] = told.data.users;
  const { rowCount } = await pool.query("select from auth.users where $1::uuid is null or id = $1 limit 1", [
    account?.id ?? null,
  ]);
  if (Boolean(rowCount) === Boolean(account))
    return ok("Same project", "its accounts are those of DATABASE_URL");
  return problem(
    "Same project",
    "SUPABASE_URL and DATABASE_URL have different accounts",
    "Take both addresses from one project.",
  );
}

async function recording(pool: pg.Pool): Promise<Finding> {
  const { rowCount } = await pool.query(
    `select from pg_trigger
      where tgname = 'sign_in_is_recorded' and tgrelid = 'auth.sessions'::regclass and tgenabled <> 'D'`,
  );
  if (rowCount)
    return ok("Sign-ins", "those that succeed are recorded; refused ones are in the project's log");
  return skipped("Sign-ins", "not recorded here: the project's own log has them (docs/hosted.md)");
}
