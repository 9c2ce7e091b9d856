import * as z from "zod/mini";

/** The largest value of an `integer` column. */
const MAX_INTEGER = 2_147_483_647;

/** Schema of a whole number for an `integer` column or argument. PostgreSQL fails on a larger one. */
export function integer(minimum: number) {
  return z.int().check(z.gte(minimum), z.lte(MAX_INTEGER));
}
