import { stat } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "../startup-error.ts";
import { externalLinkPath, readExternalDirectory } from "./external-directory.ts";

type Owner = { uid: number; gid: number };

/** An existing cluster: the directory that contains it as `cluster`, and its owner. */
export type ExistingCluster = { directory: string; owner: Owner };

/**
 * Finds the cluster in `directory` or in its external directory; null if none was created yet.
 * @throws {StartupError} if the external directory is missing, if there are two clusters, or if access is denied
 */
export async function findExistingCluster(directory: string): Promise<ExistingCluster | null> {
  const externalDirectory = await readExternalDirectory(directory);
  const inside = await findOwner(join(directory, "cluster"));
  const outside = externalDirectory === null ? null : await findOwner(join(externalDirectory, "cluster"));
  if (inside && outside) {
    throw new StartupError(
      `There is a database in ${directory} and another in ${externalDirectory}. Move one of them to another directory.`,
    );
  }
  if (inside) {
    return { directory, owner: inside };
  }
  if (externalDirectory === null) {
    return null;
  }
  if (outside) {
    return { directory: externalDirectory, owner: outside };
  }
  // For example in a container recreated from its image. Starting with an empty database would look like data loss.
  if (!(await findOwner(externalDirectory))) {
    throw new StartupError(
      `The database of this data directory is in ${externalDirectory}, which is missing. Restore it, or delete ${externalLinkPath(directory)} to start with an empty database.`,
    );
  }
  return null;
}

async function findOwner(path: string): Promise<Owner | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      return null;
    }
    throw new StartupError(`We couldn't access the database directory: ${message}`, { cause: error });
  }
}
