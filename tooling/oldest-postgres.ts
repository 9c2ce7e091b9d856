import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * The module URL of the oldest PostgreSQL that the product supports. npm has it for Linux on x64.
 * @throws {Error} if the package is not installed
 */
export function findOldestPostgres(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve("postgres-15-linux-x64")).href;
}
