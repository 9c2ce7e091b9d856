import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

/**
 * The fields of a submitted form.
 * @throws HTTPException 400 where the body is no form, such as parts without a boundary between them.
 */
export async function readForm(context: Context): Promise<Record<string, string | File>> {
  try {
    return await context.req.parseBody();
  } catch (cause) {
    throw new HTTPException(400, { message: "The form could not be read.", cause });
  }
}
