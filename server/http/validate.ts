import { zValidator } from "@hono/zod-validator";
import type { Context, Env, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/v4/core";
import { ApiError } from "#server/http/errors.ts";

type JsonInput<Schema extends z.$ZodType> = {
  in: { json: z.input<Schema> };
  out: { json: z.output<Schema> };
};

/**
 * Validates the JSON body, which `context.req.valid("json")` returns. Rejects a body that is too large with 413, and one
 * that is not JSON or does not match the schema with 400. Reads any Content-Type. Hono's own validator would treat a body
 * without a JSON type as empty.
 */
export function validateJson<Schema extends z.$ZodType<object>>(
  schema: Schema,
  { maxBytes }: { maxBytes: number },
): MiddlewareHandler<Env, string, JsonInput<Schema>> {
  const limit = bodyLimit({ maxSize: maxBytes });
  return (context, next) =>
    limit(context, async () => {
      const parsed = await z.safeParseAsync(schema, await readJson(context));
      if (!parsed.success) {
        throw invalidInputError(parsed.error.issues[0]?.message ?? "The request is incomplete.");
      }
      context.req.addValidatedData("json", parsed.data);
      await next();
    });
}

/** Validates the query, which `context.req.valid("query")` returns. `message` is the error for an invalid one. */
export function validateQuery<Schema extends z.$ZodType>(schema: Schema, message: string) {
  return zValidator("query", schema, ({ success }) => {
    if (!success) {
      throw invalidInputError(message);
    }
  });
}

/**
 * Validates the path parameters, which `context.req.valid("param")` returns. `createError` returns the error for an
 * unknown resource, because a malformed id is an unknown one.
 */
export function validateParams<Schema extends z.$ZodType>(schema: Schema, createError: () => ApiError) {
  return zValidator("param", schema, ({ success }) => {
    if (!success) {
      throw createError();
    }
  });
}

function invalidInputError(message: string): ApiError {
  return new ApiError(400, "invalid_input", message);
}

async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, "invalid_json", "We couldn't read the request.");
  }
}
