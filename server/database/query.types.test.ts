import { expectTypeOf, test } from "vitest";
import type { Query } from "#server/database/query.ts";

/** What the compiler accepts. Nothing is run. */
async function checkTypes(query: Query): Promise<void> {
  const [sync] = await query("select id, status, seen, report, error from private.sync_runs where id = $1", [
    "id",
  ]);
  expectTypeOf(sync?.status).toEqualTypeOf<"queued" | "running" | "succeeded" | "failed" | undefined>();
  expectTypeOf(sync?.error).toEqualTypeOf<string | null | undefined>();

  // @ts-expect-error The statement has no generated types.
  await query("select id from private.sync_runs where id = $2", ["id"]);
  // @ts-expect-error The parameter is a string.
  await query("select id, status, seen, report, error from private.sync_runs where id = $1", [1]);
  // @ts-expect-error The parameter is missing.
  await query("select id, status, seen, report, error from private.sync_runs where id = $1");

  const [row] = await query.dynamic("select 1 as one");
  expectTypeOf(row?.one).toEqualTypeOf<unknown>();
}

test("statements have the generated types", () => {
  expectTypeOf(checkTypes).toBeFunction();
});
