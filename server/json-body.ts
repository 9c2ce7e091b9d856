import type { Context } from "hono";
import * as z from "zod/v4/core";
import { ApiError } from "#server/errors.ts";

/**
 * The request's body as the schema describes it.
 * @throws Refusal 400 for what is not JSON, or not that; the words are those of the schema's first complaint.
 */
export async function jsonBody<Schema extends z.$ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = z.safeParse(schema, await readJson(context));
  if (parsed.success) return parsed.data;
  throw new ApiError(400, "invalid_input", parsed.error.issues[0]?.message ?? "The request is not complete.");
}

async function readJson(context: Context): Promise<unknown> {
  try {
    return JSON.parse(await context.req.text());
  } catch (cause) {
    // bodyLimit's own error must stay what it is; only a failed parse is the sender's mistake.
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ApiError(400, "invalid_json", "The request could not be read.");
  }
}
