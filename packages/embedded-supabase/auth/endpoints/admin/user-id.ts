import { z } from "zod";
import { AuthError } from "../../http/errors.ts";

/**
 * Validates the id in `/admin/users/{id}`.
 * @throws {AuthError} 404 unless it is a UUID.
 */
export function parseUserId(text: string): string {
  const id = z.guid().safeParse(text);
  if (!id.success) {
    throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  }
  return id.data;
}
