import { z } from "zod";
import { AuthError } from "./errors.ts";

/** The id in an address such as `/admin/users/{id}`. Throws an AuthError for anything but a UUID. */
export function requireUserId(text: string): string {
  const id = z.guid().safeParse(text);
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return id.data;
}
