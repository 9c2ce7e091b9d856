import type { Session } from "@supabase/auth-js";
import type { Area } from "#app/api/client/area.ts";

/** The signed-in user. */
export type SessionUser = { userId: string; email: string };

/**
 * Returns the user of a session, or null if the role does not match the area or the stored session is
 * malformed. Used only to choose the screen: the backend enforces access.
 */
export function getSessionUser(area: Area, session: Session | null): SessionUser | null {
  try {
    // For a stored session without a user, supabase-js returns a placeholder that throws on access.
    const user = session?.user;
    if (!user?.id || !user.email || user.app_metadata.role !== area) {
      return null;
    }
    return { userId: user.id, email: user.email };
  } catch {
    return null;
  }
}
