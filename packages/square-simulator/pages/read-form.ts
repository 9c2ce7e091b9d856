import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";

/**
 * Reads the fields of a submitted form.
 *
 * @throws {HTTPException} 400 if the body is not a valid form or repeats a field
 */
export async function readForm(context: Context): Promise<Record<string, string | File>> {
  const fields = await context.req.parseBody({ all: true }).catch((error) => {
    throw new HTTPException(400, { message: "We couldn't read the form. Try again.", cause: error });
  });
  const form: Record<string, string | File> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) {
      throw new HTTPException(400, { message: "Send each field once." });
    }
    form[name] = value;
  }
  return form;
}
