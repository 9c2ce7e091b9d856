import { findRoutinesByName } from "../schema/find-routine.ts";
import type { DatabaseSchema } from "../schema/schema.ts";
import { parseTarget } from "./parse-target.ts";
import { requireRelation } from "./plan-read.ts";

/**
 * Returns the methods for the `Allow` header of an `OPTIONS` request. Volatile functions accept only `POST`, because
 * `GET` runs in a read-only transaction.
 * @throws {RestError} 404 for an unknown table or function
 */
export function listAllowedMethods(schema: DatabaseSchema, path: string): string[] {
  const { isRpc, name } = parseTarget(path);
  if (isRpc) {
    const routines = findRoutinesByName(schema, name);
    return routines.every((routine) => routine.isVolatile)
      ? ["OPTIONS", "POST"]
      : ["OPTIONS", "GET", "HEAD", "POST"];
  }
  const { commands } = requireRelation(schema, name);
  return [
    "OPTIONS",
    "GET",
    "HEAD",
    ...(commands.has("insert") ? ["POST"] : []),
    ...(commands.has("update") ? ["PATCH"] : []),
    ...(commands.has("delete") ? ["DELETE"] : []),
  ];
}
