import type { Context } from "hono";
import * as z from "zod/v4/core";
import { ApiError } from "#server/http/errors.ts";

/**
 * Parses the request body with the schema.
 * @throws {ApiError} 400 for invalid JSON, or with the message of the schema's first issue.
 */
export async function parseJsonBody<Schema extends z.$ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = z.safeParse(schema, await readJson(context));
  if (parsed.success) {
    return parsed.data;
  }
  throw new ApiError(400, "invalid_input", parsed.error.issues[0]?.message ?? "The request is incomplete.");
}

async function readJson(context: Context): Promise<unknown> {
  try {
    return JSON.parse(await context.req.text());
  } catch (error) {
    // Only a failed parse is the client's mistake. bodyLimit's error passes through.
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    throw new ApiError(400, "invalid_json", "We couldn't read the request.");
  }
}
