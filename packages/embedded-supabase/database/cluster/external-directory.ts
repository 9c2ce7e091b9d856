import { mkdir, mkdtemp, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getErrorMessage } from "../../error-details.ts";
import { StartupError } from "../startup-error.ts";
import { grantTraversal } from "./directory-permissions.ts";
import type { SystemAccount } from "./system-account.ts";

/** The default parent directory of external directories. It must survive a restart. */
export const DEFAULT_EXTERNAL_BASE = "/var/lib";

/** Returns the path of the data directory's symbolic link to its external directory. */
export const getExternalLinkPath = (directory: string) => join(directory, "elsewhere");

/** Returns the external directory that belongs to `directory`, or null. */
export function readExternalDirectory(directory: string): Promise<string | null> {
  return readlink(getExternalLinkPath(directory)).catch(() => null);
}

/**
 * Returns the external directory that belongs to `directory`, for an account that cannot enter the data directory.
 * Creates it if there is none, and gives the account access. The link and `belongs-to.txt` help the operator match the
 * two directories.
 * @throws {StartupError} if it cannot be created or the account cannot enter it
 */
export async function ensureExternalDirectory(
  directory: string,
  account: SystemAccount,
  base: string,
): Promise<string> {
  const externalDirectory =
    (await readExternalDirectory(directory)) ?? (await createExternalDirectory(directory, base));
  if (await grantTraversal([externalDirectory], account)) {
    return externalDirectory;
  }
  throw new StartupError(
    `PostgreSQL must run as the account ${account.name}, which can access neither ${directory} nor ${externalDirectory}. Move DATA_DIR, or set DATABASE_URL.`,
  );
}

async function createExternalDirectory(directory: string, base: string): Promise<string> {
  try {
    await mkdir(base, { recursive: true });
    // Use a unique name, so that the external directory of a moved or deleted data directory is never reused.
    const externalDirectory = await mkdtemp(join(base, "embedded-postgres-"));
    await writeFile(join(externalDirectory, "belongs-to.txt"), `${directory}\n`);
    await symlink(externalDirectory, getExternalLinkPath(directory));
    return externalDirectory;
  } catch (error) {
    throw new StartupError(
      `We couldn't create a directory for PostgreSQL in ${base}: ${getErrorMessage(error)}`,
      { cause: error },
    );
  }
}
