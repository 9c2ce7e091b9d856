import { mkdirSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigurationError } from "#server/config.ts";
import { getErrorCode } from "#server/error-code.ts";

/** The subdirectory of the data directory for compiled scripts. It can be deleted while the product is stopped. */
export const CACHE_DIRECTORY = "cache";

/**
 * Creates the data directory if it is missing, and checks that it is writable.
 * @throws {ConfigurationError} with a one-line message that names DATA_DIR and the system's error code.
 */
export function ensureDataDirectory(directory: string): void {
  try {
    makeDirectory(directory);
    rmdirSync(mkdtempSync(join(directory, ".writable-")));
  } catch (error) {
    const code = getErrorCode(error) ?? "unknown error";
    throw new ConfigurationError(
      `DATA_DIR: ${directory} is not writable (${code}). Give this user write access or choose another directory.`,
    );
  }
}

// Creates one level at a time, because `mkdirSync` with `recursive: true` hangs on a path under /proc.
function makeDirectory(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })) {
    return;
  }
  if (dirname(directory) !== directory) {
    makeDirectory(dirname(directory));
  }
  mkdirSync(directory, { mode: 0o700 });
}
