import { dirname, join } from "node:path";
import type { Log } from "../log.ts";
import { type Account, canRun } from "./account.ts";
import type { ExistingCluster } from "./existing-cluster.ts";
import { placeElsewhere } from "./place-elsewhere.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { handOver, letThrough, privateFolder } from "./private-folder.ts";
import { reachableBinaries } from "./reachable-binaries.ts";
import { StartupProblem } from "./startup-problem.ts";
import { type Unprivileged, unprivileged } from "./unprivileged.ts";

/** Where a cluster lies or is to be made, with which programs and as whom it runs. */
export type Premises = { home: string; binaries: PostgresBinaries; runAs: Unprivileged };

export type PremisesOptions = {
  log: Log;
  /** False: never use a user namespace. */
  namespaces: boolean;
  /** Where directories outside the data directory are made. */
  base: string;
};

/**
 * Arranges that PostgreSQL can run on a folder's cluster. Existing data decides as whom, so that it opens in the way it
 * was made. An account that cannot get to the folder or to the programs is given a place outside the data directory.
 * Throws a StartupProblem when that cannot be done.
 */
export async function premisesOf(
  folder: string,
  existing: ExistingCluster | null,
  installed: PostgresBinaries,
  { log, namespaces, base }: PremisesOptions,
): Promise<Premises> {
  const home = existing?.home ?? folder;
  const runAs = unprivileged(existing?.owner ?? null, [home, installed.postgres], namespaces);
  const { account } = runAs;
  try {
    await privateFolder(folder);
    if (!account) return { home, binaries: installed, runAs };
    const found = await forAccount(account, folder, existing, installed, base);
    log.info({ account: account.name }, "PostgreSQL runs as another account, as it refuses to run as root");
    if (found.home !== folder) {
      log.warn(
        { folder, home: found.home },
        "That account cannot enter the data directory: the database is kept outside it",
      );
    }
    return { ...found, runAs };
  } catch (cause) {
    if (cause instanceof StartupProblem) throw cause;
    // A root that may not give files away, or a full disk.
    throw new StartupProblem(`PostgreSQL cannot be prepared here: ${(cause as Error).message}`, { cause });
  }
}

async function forAccount(
  account: Account,
  folder: string,
  existing: ExistingCluster | null,
  installed: PostgresBinaries,
  base: string,
): Promise<Omit<Premises, "runAs">> {
  const place = () => placeElsewhere(folder, account, base);
  const inside = existing === null || existing.home === folder;
  // The data directory is made by us too, shut to everybody like this folder.
  const reached = await letThrough(inside ? [dirname(folder), folder] : [existing.home], account);
  if (existing && !reached) {
    throw new StartupProblem(
      `The database in ${existing.home} has to run as the account ${account.name}, which cannot get there: move DATA_DIR to where it can, or set DATABASE_URL.`,
    );
  }
  // Made in a user namespace, by a root that could use one.
  if (existing?.owner.uid === 0) await handOver(join(existing.home, "cluster"), account);
  const home = existing?.home ?? (reached ? folder : await place());
  const binaries = canRun(account, installed.postgres)
    ? installed
    : await reachableBinaries(installed, await place(), account);
  return { home, binaries };
}
