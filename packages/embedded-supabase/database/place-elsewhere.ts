import { mkdir, mkdtemp, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { letThrough } from "./private-folder.ts";
import { StartupProblem } from "./startup-problem.ts";

/** Where directories are made for an account that cannot get to the data directory; it outlives a restart. */
export const usualBase = "/var/lib";

const link = (folder: string) => join(folder, "elsewhere");

/** The directory outside the data directory that `folder` remembers, or null. */
export function rememberedPlace(folder: string): Promise<string | null> {
  return readlink(link(folder)).catch(() => null);
}

/**
 * The directory outside the data directory, made when `folder` remembers none, with the account let through to it.
 * Link and note name one another, so that a person finds either from the other.
 * Throws a StartupProblem when it cannot be made.
 */
export async function placeElsewhere(folder: string, account: Account, base: string): Promise<string> {
  const place = (await rememberedPlace(folder)) ?? (await makePlace(folder, base));
  if (await letThrough([place], account)) return place;
  throw new StartupProblem(
    `The account ${account.name}, as which PostgreSQL has to run, can enter neither ${folder} nor ${place}: move DATA_DIR, or set DATABASE_URL.`,
  );
}

async function makePlace(folder: string, base: string): Promise<string> {
  try {
    await mkdir(base, { recursive: true });
    // A new name each time: the place of a data directory that was moved or deleted is never taken for this one's.
    const place = await mkdtemp(join(base, "embedded-postgres-"));
    await writeFile(join(place, "belongs-to.txt"), `${folder}\n`);
    await symlink(place, link(folder));
    return place;
  } catch (cause) {
    throw new StartupProblem(
      `PostgreSQL needs a directory in ${base} here, which cannot be made: ${(cause as Error).message}`,
      { cause },
    );
  }
}
