import { stat } from "node:fs/promises";
import { join } from "node:path";
import { rememberedPlace } from "./place-elsewhere.ts";
import { StartupProblem } from "./startup-problem.ts";

type Owner = { uid: number; gid: number };

/** A cluster that has been made: the directory that holds it as `cluster`, and whose it is. */
export type ExistingCluster = { home: string; owner: Owner };

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
