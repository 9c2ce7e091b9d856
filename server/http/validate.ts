import { zValidator } from "@hono/zod-validator";
import type { Env, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/v4/core";
import { UNSUPPORTED_CHARACTERS_MESSAGE } from "#domain/text/single-line.ts";
import { ApiError } from "#server/http/errors.ts";
import { isStorableJson, readJsonBody } from "#server/http/request-body.ts";

type JsonInput<Schema extends z.$ZodType> = {
  in: { json: z.input<Schema> };
  out: { json: z.output<Schema> };
};

/**
 * Validates the JSON body, which `context.req.valid("json")` returns. Responds with 413 if the body is too large,
 * and with 400 if it is not JSON, does not match the schema, or contains text that PostgreSQL cannot store. Accepts any
 * Content-Type, unlike Hono's validator, which treats a body without a JSON type as empty.
 */
export function validateJson<Schema extends z.$ZodType<object>>(
  schema: Schema,
  { maxBytes }: { maxBytes: number },
): MiddlewareHandler<Env, string, JsonInput<Schema>> {
  const limitBody = bodyLimit({ maxSize: maxBytes });
  return (context, next) =>
    limitBody(context, async () => {
      const body = await readJsonBody(context);
      const parsed = await z.safeParseAsync(schema, body);
      if (!parsed.success) {
        throw invalidInputError(parsed.error.issues[0]?.message ?? "The request is incomplete.");
      }
      if (!isStorableJson(body)) {
        throw invalidInputError(UNSUPPORTED_CHARACTERS_MESSAGE);
      }
      context.req.addValidatedData("json", parsed.data);
      await next();
    });
}

/**
 * Validates the query, which `context.req.valid("query")` returns. `message` is the error message for an invalid query.
 */
export function validateQuery<Schema extends z.$ZodType>(schema: Schema, message: string) {
  return zValidator("query", schema, ({ success }) => {
    if (!success) {
      throw invalidInputError(message);
    }
  });
}

/**
 * Validates the path parameters, which `context.req.valid("param")` returns. `createError` returns the error for an
 * unknown resource, because a malformed id is treated as unknown.
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
