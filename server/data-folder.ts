import { mkdirSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigurationError } from "#server/config.ts";

/**
 * Makes the data folder where it is missing, and tries whether it can be written to, before anything relies on it.
 * @throws ConfigurationError with one line that names DATA_DIR and what the system said.
 */
export function requireDataFolder(folder: string): void {
  try {
    make(folder);
    rmdirSync(mkdtempSync(join(folder, ".writable-")));
  } catch (cause) {
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `DATA_DIR: ${folder} cannot be written to (${code}); give this user the right to, or choose another folder`,
    );
  }
}

// One folder at a time: asked to make all that are missing, Node never comes back from a place like /proc.
function make(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })) return;
  if (dirname(folder) !== folder) make(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
