import type { Context } from "hono";
import { z } from "zod";
import { AuthError } from "./errors.ts";

const MAX_DEPTH = 16;

/**
 * Parses and validates a JSON body. An empty body is treated as `{}`, because supabase-js omits bodies without fields.
 * @throws {AuthError} 415 for another content type; 400 for invalid UTF-8, text that PostgreSQL cannot store (NUL, lone
 * surrogates), excessive nesting, and anything that does not match the schema.
 */
export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const bytes = await context.req.arrayBuffer();
  const parsed = schema.safeParse(bytes.byteLength === 0 ? {} : parseJson(context, bytes));
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  throw new AuthError(
    400,
    "validation_failed",
    `${issue?.path.join(".") || "body"}: ${issue?.message ?? "invalid"}`,
  );
}

function parseJson(context: Context, bytes: ArrayBuffer): unknown {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AuthError(415, "validation_failed", "Content-Type must be application/json");
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isStorable(value)) {
      return value;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)) {
      throw error;
    }
  }
  throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
}

/** True if PostgreSQL can store every string as `text`, and the nesting depth is within `MAX_DEPTH`. */
function isStorable(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) {
    return false;
  }
  if (typeof value === "string") {
    return isStorableText(value);
  }
  if (typeof value !== "object" || value === null) {
    return true;
  }
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner, depth + 1));
}

const isStorableText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

const MAX_EMAIL_LENGTH = 255;

/** An email address, trimmed and in lower case as in `auth.users.email`. */
export const EmailSchema = z
  .string()
  .max(MAX_EMAIL_LENGTH)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/.test(text), {
    message: "Unable to validate email address: invalid format",
  });

/** User or app metadata. A null value removes the key. */
export const MetadataSchema = z.record(z.string(), z.unknown());
