import type pg from "pg";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { type Finding, ok, problem, skipped } from "../finding.ts";
import { readJson } from "../try-fetch.ts";
import { fetchFromProject, getHostedProject, type Project } from "./project.ts";

const TRANSACTION_POOLER = "6543";

/** Checks that DATABASE_URL is a suitable connection to the project's database. */
export async function checkHostedDatabase(config: Config, pool: pg.Pool): Promise<Finding[]> {
  const project = getHostedProject(config);
  if (!project) {
    return [];
  }
  return [
    checkConnection(config),
    await checkSameProject(project, pool),
    await checkSignInRecording(pool),
    await checkRecentSignInTriggers(pool),
  ];
}

function checkConnection({ databaseUrl = "" }: Config): Finding {
  const { port, hostname, searchParams } = new URL(databaseUrl.replace("@/", "@localhost/"));
  if (port === TRANSACTION_POOLER) {
    return problem(
      "Connection",
      "DATABASE_URL uses the transaction pooler, which breaks locks and notifications",
      "Use the direct connection or the session pooler on port 5432.",
    );
  }
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (!isLocal && searchParams.get("sslmode") !== "verify-full") {
    return problem(
      "Connection",
      "DATABASE_URL does not verify the server certificate",
      "Add sslmode=verify-full and sslrootcert with the project's certificate (docs/hosted.md).",
    );
  }
  return ok(
    "Connection",
    isLocal ? "local" : "direct or through the session pooler, with a verified certificate",
  );
}

const Accounts = z.object({ users: z.array(z.object({ id: z.uuid() })) });

async function checkSameProject(project: Project, pool: pg.Pool): Promise<Finding> {
  const response = await fetchFromProject(
    project,
    "/auth/v1/admin/users?page=1&per_page=1",
    project.secretKey,
  );
  const accounts = Accounts.safeParse(await readJson(response));
  if (!accounts.success) {
    return skipped("Same project", "the project did not return its accounts");
  }
  const [account] = accounts.data.users;
  const { rowCount } = await pool.query("select from auth.users where $1::uuid is null or id = $1 limit 1", [
    account?.id ?? null,
  ]);
  if (Boolean(rowCount) === Boolean(account)) {
    return ok("Same project", "SUPABASE_URL and DATABASE_URL point to the same accounts");
  }
  return problem(
    "Same project",
    "SUPABASE_URL and DATABASE_URL point to different accounts",
    "Copy both URLs from the same project.",
  );
}

async function checkRecentSignInTriggers(pool: pg.Pool): Promise<Finding> {
  const { rowCount } = await pool.query(
    `select from pg_trigger
      where tgname in ('email_change_requires_recent_sign_in', 'factor_requires_recent_sign_in',
                       'factor_removal_requires_recent_sign_in', 'password_requires_recent_sign_in')
        and tgenabled <> 'D'`,
  );
  if (rowCount === 4) {
    return ok(
      "Recent sign-in",
      "required for a new password, a new email address, and new and removed factors",
    );
  }
  return skipped(
    "Recent sign-in",
    "some triggers are not installed, so only our pages enforce it; see the server log and docs/hosted.md",
  );
}

async function checkSignInRecording(pool: pg.Pool): Promise<Finding> {
  const { rowCount } = await pool.query(
    `select from pg_trigger
      where tgname = 'sign_in_is_recorded' and tgrelid = 'auth.sessions'::regclass and tgenabled <> 'D'`,
  );
  if (rowCount) {
    return ok("Sign-ins", "successful sign-ins are recorded; failed ones are in the log of the project");
  }
  return skipped("Sign-ins", "not recorded; see the log of the project (docs/hosted.md)");
}
