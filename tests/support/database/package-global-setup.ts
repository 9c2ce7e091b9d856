import { installOldestPostgres } from "./oldest-postgres.ts";

/** Includes the oldest PostgreSQL in the tests of packages/embedded-supabase. Runs before the package's own setup. */
export default function setup(): void {
  process.env.TEST_OLDEST_POSTGRES ??= installOldestPostgres() ?? "";
}
