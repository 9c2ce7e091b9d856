import { dirname, join } from "node:path";
import { getErrorMessage } from "../../error-details.ts";
import type { Log } from "../../log.ts";
import { StartupError } from "../startup-error.ts";
import { ensureAccessibleBinaries } from "./accessible-binaries.ts";
import { changeOwner, createPrivateDirectory, grantTraversal } from "./directory-permissions.ts";
import type { ExistingCluster } from "./existing-cluster.ts";
import { ensureExternalDirectory } from "./external-directory.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { chooseRunAs, type RunAs } from "./run-as.ts";
import { canExecute, type SystemAccount } from "./system-account.ts";

/** The directory of a cluster, the programs it uses, and the account it runs as. */
export type ClusterLocation = { directory: string; binaries: PostgresBinaries; runAs: RunAs };

export type ClusterLocationOptions = {
  log: Log;
  /** If true, root prefers a user namespace to an unprivileged account. */
  allowUserNamespaces: boolean;
  /** The parent directory of external directories. */
  base: string;
};

/**
 * Prepares directories, programs and permissions so that PostgreSQL can run. An existing cluster runs as its owner. If
 * the account cannot access the data directory or the programs, an external directory is used.
 * @throws {StartupError} if PostgreSQL cannot run
 */
export async function resolveClusterLocation(
  databaseDirectory: string,
  existing: ExistingCluster | null,
  installed: PostgresBinaries,
  { log, allowUserNamespaces, base }: ClusterLocationOptions,
): Promise<ClusterLocation> {
  const directory = existing?.directory ?? databaseDirectory;
  const runAs = chooseRunAs(existing?.owner ?? null, [directory, installed.postgres], allowUserNamespaces);
  const { account } = runAs;
  try {
    await createPrivateDirectory(databaseDirectory);
    if (!account) {
      return { directory, binaries: installed, runAs };
    }
    const location = await locateForAccount(account, databaseDirectory, existing, installed, base);
    log.info(
      { account: account.name },
      "Running PostgreSQL as an unprivileged account, because it cannot run as root",
    );
    if (location.directory !== databaseDirectory) {
      log.warn(
        { dataDirectory: databaseDirectory, externalDirectory: location.directory },
        "The account cannot access the data directory. The database is stored in an external directory",
      );
    }
    return { ...location, runAs };
  } catch (error) {
    if (error instanceof StartupError) {
      throw error;
    }
    // For example, root lacks CAP_CHOWN or the disk is full.
    throw new StartupError(`We couldn't set up PostgreSQL: ${getErrorMessage(error)}`, { cause: error });
  }
}

async function locateForAccount(
  account: SystemAccount,
  databaseDirectory: string,
  existing: ExistingCluster | null,
  installed: PostgresBinaries,
  base: string,
): Promise<Omit<ClusterLocation, "runAs">> {
  const externalDirectory = () => ensureExternalDirectory(databaseDirectory, account, base);
  const isInDataDirectory = existing === null || existing.directory === databaseDirectory;
  // The parent directory is private too, so the account needs access to both.
  const canEnter = await grantTraversal(
    isInDataDirectory ? [dirname(databaseDirectory), databaseDirectory] : [existing.directory],
    account,
  );
  if (existing && !canEnter) {
    throw new StartupError(
      `The database in ${existing.directory} must run as the account ${account.name}, which cannot access it. Move DATA_DIR to a directory it can access, or set DATABASE_URL.`,
    );
  }
  // Root created the cluster in a user namespace.
  if (existing?.owner.uid === 0) {
    await changeOwner(join(existing.directory, "cluster"), account);
  }
  const directory = existing?.directory ?? (canEnter ? databaseDirectory : await externalDirectory());
  const binaries = canExecute(account, installed.postgres)
    ? installed
    : await ensureAccessibleBinaries(installed, await externalDirectory(), account);
  return { directory, binaries };
}
