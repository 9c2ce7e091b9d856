import type { Context } from "hono";
import { z } from "zod";
import { AuthError } from "./errors.ts";

const deepest = 16;

/**
 * The body as the schema's type. An empty body counts as `{}`, as supabase-js sends none where nothing is to be said.
 * Throws an AuthError (400, 415) for anything PostgreSQL or a later reader could stumble over: another content type,
 * bytes that are not UTF-8, text with NUL or half a surrogate pair, nesting without end.
 */
export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const bytes = await context.req.arrayBuffer();
  const parsed = schema.safeParse(bytes.byteLength === 0 ? {} : parse(context, bytes));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AuthError(
    400,
    "validation_failed",
    `${issue?.path.join(".") || "body"}: ${issue?.message ?? "invalid"}`,
  );
}

function parse(context: Context, bytes: ArrayBuffer): unknown {
  const type = context.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AuthError(415, "validation_failed", "Content-Type must be application/json");
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isStorable(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError))
      throw error;
  }
  throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
}

/** True when text and depth fit PostgreSQL's text and jsonb. */
function isStorable(value: unknown, depth = 0): boolean {
  if (depth > deepest) return false;
  if (typeof value === "string") return isText(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isText(key) && isStorable(inner, depth + 1));
}

const isText = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

const longestAddress = 255;

/** An e-mail address as accounts are found by it: in lower case. */
export const Email = z
  .string()
  .max(longestAddress)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/.test(text), {
    message: "Unable to validate email address: invalid format",
  });

/** Metadata of an account; a key set to null is removed. */
export const Metadata = z.record(z.string(), z.unknown());
