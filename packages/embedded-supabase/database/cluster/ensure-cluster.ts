import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, chown, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartupError } from "../startup-error.ts";
import { createPrivateDirectory } from "./directory-permissions.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import type { Command, RunAs } from "./run-as.ts";

const UNFINISHED_PREFIX = "cluster.unfinished-";

// The first version with a built-in locale provider, which sorts text the same way on every system.
const BUILTIN_LOCALE_MIN_VERSION = 17;

/**
 * Returns the cluster directory inside `directory` and creates the cluster if it is missing.
 * initdb writes to a temporary directory that is renamed at the end, so an interrupted start leaves no partial cluster.
 * @throws {StartupError} if the cluster belongs to another major version of PostgreSQL
 */
export async function ensureCluster(
  directory: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  password?: string,
): Promise<string> {
  const cluster = join(directory, "cluster");
  const version = await readMajorVersion(binaries, runAs);
  for (const name of await readdir(directory)) {
    if (name.startsWith(UNFINISHED_PREFIX)) {
      await rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
    }
  }
  const clusterVersion = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (clusterVersion === null) {
    await initializeCluster(directory, cluster, version, binaries, runAs, password);
  } else if (Number(clusterVersion) !== version) {
    throw new StartupError(
      `${cluster} was created by PostgreSQL ${clusterVersion.trim()}, but this is PostgreSQL ${version}. Start the previous version, dump the database with pg_dump, and load it into a new data directory (see docs/operations.md).`,
    );
  }
  return cluster;
}

async function readMajorVersion(binaries: PostgresBinaries, runAs: RunAs): Promise<number> {
  const { program, args, ...account } = runAs.command(binaries.postgres, ["--version"]);
  const { stdout } = await promisify(execFile)(program, args, { ...account, cwd: "/" }).catch(
    (error: { stderr?: string }) => {
      throw new StartupError(`We couldn't run PostgreSQL: ${getFirstLine(error.stderr ?? String(error))}`, {
        cause: error,
      });
    },
  );
  return Number(/(\d+)/.exec(stdout)?.[1]);
}

async function initializeCluster(
  directory: string,
  cluster: string,
  version: number,
  binaries: PostgresBinaries,
  runAs: RunAs,
  password: string | undefined,
): Promise<void> {
  const unfinishedCluster = await createPrivateDirectory(
    join(directory, `${UNFINISHED_PREFIX}${randomUUID()}`),
    runAs.account,
  );
  const passwordFile = `${unfinishedCluster}.password`;
  if (password !== undefined) {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (runAs.account) {
      await chown(passwordFile, runAs.account.uid, runAs.account.gid);
    }
  }
  const localeArguments =
    version >= BUILTIN_LOCALE_MIN_VERSION
      ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
      : ["--locale-provider=libc"];
  const authArguments =
    password === undefined
      ? ["--auth-host=reject"]
      : ["--auth-host=scram-sha-256", `--pwfile=${passwordFile}`];
  await runInitdb(
    runAs.command(binaries.initdb, [
      ...["-U", "postgres", "--auth-local=trust", ...authArguments, "--encoding=UTF8", ...localeArguments],
      ...["--lc-collate=C", "--lc-ctype=C", "--no-instructions", "-D", unfinishedCluster],
    ]),
  );
  await chmod(unfinishedCluster, 0o700);
  await rm(passwordFile, { force: true });
  await rename(unfinishedCluster, cluster);
  await syncDirectory(directory);
}

function runInitdb({ program, args, ...account }: Command): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: "/",
      env: getPostgresEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new StartupError(`initdb failed: ${getFirstLine(stderr) || `exit code ${code}`}`));
      }
    });
  });
}

/**
 * Returns the environment for PostgreSQL's programs, without the operator's PG* variables, which would change their
 * behavior.
 */
export function getPostgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

// Makes the rename durable.
async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

const getFirstLine = (text: string): string => text.trim().split("\n")[0] ?? "";
