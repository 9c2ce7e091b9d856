import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

/**
 * Reads the fields of a submitted form.
 *
 * @throws {HTTPException} 400 if the body is not a valid form
 */
export async function readForm(context: Context): Promise<Record<string, string | File>> {
  try {
    return await context.req.parseBody();
  } catch (error) {
    throw new HTTPException(400, { message: "We couldn't read the form. Try again.", cause: error });
  }
}
