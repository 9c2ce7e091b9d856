import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, chown, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { privateFolder } from "./private-folder.ts";
import { StartupProblem } from "./startup-problem.ts";
import type { Command, Unprivileged } from "./unprivileged.ts";

const half = "cluster.unfinished-";

// From this version on PostgreSQL brings a locale of its own, the same on every system.
const firstVersionWithBuiltinLocale = 17;

/**
 * The cluster's directory inside `folder`, made when missing.
 * initdb works under another name that is renamed at the end: a start killed in between leaves nothing half-made.
 * Throws a StartupProblem when the cluster belongs to another major version of PostgreSQL.
 */
export async function existingOrNewCluster(
  folder: string,
  binaries: PostgresBinaries,
  runAs: Unprivileged,
  password?: string,
): Promise<string> {
  const cluster = join(folder, "cluster");
  const version = await majorVersion(binaries, runAs);
  for (const name of await readdir(folder)) {
    if (name.startsWith(half)) {
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
    }
  }
  const made = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (made === null) {
    await initialise(folder, cluster, version, binaries, runAs, password);
  } else if (Number(made) !== version) {
    throw new StartupProblem(
      `${cluster} was made by PostgreSQL ${made.trim()} and this is PostgreSQL ${version}: run the former version, dump the database with pg_dump, and load that into a new data directory (docs/operations.md).`,
    );
  }
  return cluster;
}

async function majorVersion(binaries: PostgresBinaries, runAs: Unprivileged): Promise<number> {
  const { program, args, ...account } = runAs.command(binaries.postgres, ["--version"]);
  const { stdout } = await promisify(execFile)(program, args, { ...account, cwd: "/" }).catch(
    (cause: { stderr?: string }) => {
      throw new StartupProblem(`PostgreSQL does not run here: ${firstLine(cause.stderr ?? String(cause))}`, {
        cause,
      });
    },
  );
  return Number(/(\d+)/.exec(stdout)?.[1]);
}

async function initialise(
  folder: string,
  cluster: string,
  version: number,
  binaries: PostgresBinaries,
  runAs: Unprivileged,
  password: string | undefined,
): Promise<void> {
  const unfinished = await privateFolder(join(folder, `${half}${randomUUID()}`), runAs.account);
  const passwordFile = `${unfinished}.password`;
  if (password !== undefined) {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (runAs.account) await chown(passwordFile, runAs.account.uid, runAs.account.gid);
  }
  const locale =
    version >= firstVersionWithBuiltinLocale
      ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
      : ["--locale-provider=libc"];
  const network =
    password === undefined
      ? ["--auth-host=reject"]
      : ["--auth-host=scram-sha-256", `--pwfile=${passwordFile}`];
  await run(
    runAs.command(binaries.initdb, [
      ...["-U", "postgres", "--auth-local=trust", ...network, "--encoding=UTF8", ...locale],
      ...["--lc-collate=C", "--lc-ctype=C", "--no-instructions", "-D", unfinished],
    ]),
  );
  await chmod(unfinished, 0o700);
  await rm(passwordFile, { force: true });
  await rename(unfinished, cluster);
  await syncDirectory(folder);
}

function run({ program, args, ...account }: Command): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: "/",
      env: postgresEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new StartupProblem(`initdb failed: ${firstLine(complaint) || `exit code ${code}`}`));
    });
  });
}

/** What PostgreSQL's programs see of our environment: no PG* variable of the operator may steer them. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

// The rename itself must survive a power cut.
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

const firstLine = (text: string): string => text.trim().split("\n")[0] ?? "";
