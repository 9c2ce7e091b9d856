import { stat } from "node:fs/promises";
import { join } from "node:path";
import { getErrorCode, getErrorMessage } from "../../error-details.ts";
import { StartupError } from "../startup-error.ts";
import { getExternalLinkPath, readExternalDirectory } from "./external-directory.ts";

type Owner = { uid: number; gid: number };

/** An existing cluster. It is the subdirectory `cluster` of `directory`. */
export type ExistingCluster = { directory: string; owner: Owner };

/**
 * Finds the cluster in `directory` or in its external directory. Returns null if none has been created.
 * @throws {StartupError} if the external directory is missing, if there are two clusters, or if access is denied
 */
export async function findExistingCluster(directory: string): Promise<ExistingCluster | null> {
  const externalDirectory = await readExternalDirectory(directory);
  const insideOwner = await findOwner(join(directory, "cluster"));
  const outsideOwner =
    externalDirectory === null ? null : await findOwner(join(externalDirectory, "cluster"));
  if (insideOwner && outsideOwner) {
    throw new StartupError(
      `There is a database in ${directory} and another in ${externalDirectory}. Move one of them to another directory.`,
    );
  }
  if (insideOwner) {
    return { directory, owner: insideOwner };
  }
  if (externalDirectory === null) {
    return null;
  }
  if (outsideOwner) {
    return { directory: externalDirectory, owner: outsideOwner };
  }
  // This happens in a container that is recreated from its image. An empty database would look like data loss.
  if (!(await findOwner(externalDirectory))) {
    throw new StartupError(
      `This data directory's database is in ${externalDirectory}, which is missing. Restore it, or delete ${getExternalLinkPath(directory)} to start with an empty database.`,
    );
  }
  return null;
}

async function findOwner(path: string): Promise<Owner | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") {
      return null;
    }
    throw new StartupError(`We couldn't access the database directory: ${getErrorMessage(error)}`, {
      cause: error,
    });
  }
}
