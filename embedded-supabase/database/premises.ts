import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Log } from "../log.ts";
import { canRun } from "./account.ts";
import { placeElsewhere, rememberedPlace } from "./place-elsewhere.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { handOver, letThrough, privateFolder } from "./private-folder.ts";
import { reachableBinaries } from "./reachable-binaries.ts";
import { StartupProblem } from "./startup-problem.ts";
import { type Unprivileged, unprivileged } from "./unprivileged.ts";

type Owner = { uid: number; gid: number };

/** A cluster that has been made: the directory that holds it as `cluster`, and whose it is. */
export type ExistingCluster = { home: string; owner: Owner };

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
 * The cluster of a data directory's folder, inside it or in the place it remembers; null when none was made yet.
 * Throws a StartupProblem when the remembered place is gone, when there are two, and when it is not ours to look at.
 */
export async function existingCluster(folder: string): Promise<ExistingCluster | null> {
  const place = await rememberedPlace(folder);
  const inside = await ownerOf(join(folder, "cluster"));
  const outside = place === null ? null : await ownerOf(join(place, "cluster"));
  if (inside && outside) {
    throw new StartupProblem(`There is a database in ${folder} and one in ${place}: move one of them away.`);
  }
  if (inside) return { home: folder, owner: inside };
  if (place === null) return null;
  if (outside) return { home: place, owner: outside };
  // A container made anew from its image, for example: an empty database in its stead would look like lost data.
  if (!(await ownerOf(place))) {
    throw new StartupProblem(
      `The database of this data directory lies in ${place}, which is gone: bring it back, or delete ${join(folder, "elsewhere")} to begin with an empty one.`,
    );
  }
  return null;
}

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
  const runAs = unprivileged(
    existing?.owner ?? null,
    [existing?.home ?? folder, installed.postgres],
    namespaces,
  );
  const { account } = runAs;
  await privateFolder(folder);
  if (!account) return { home: existing?.home ?? folder, binaries: installed, runAs };

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
  log.info(
    { account: account.name, home },
    "PostgreSQL runs as another account, as it refuses to run as root",
  );
  return { home, binaries, runAs };
}

async function ownerOf(path: string): Promise<Owner | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new StartupProblem(`The database cannot be looked at: ${message}`, { cause });
  }
}
