import type { Session } from "@supabase/auth-js";
import type { House } from "#app/api/house.ts";

/** Who is signed in, as screens need it. */
export type SignedIn = { userId: string; email: string };

/**
 * The person of a session that belongs to a house; null for another role, and for what somebody wrote into local
 * storage by hand. It decides which screen is drawn; what data it shows, the backend decides.
 */
export function personOf(house: House, session: Session | null): SignedIn | null {
  try {
    // A stored session may lack its user; supabase-js then puts a placeholder there that throws when read.
    const user = session?.user;
    if (!user?.id || !user.email || user.app_metadata.role !== house) return null;
    return { userId: user.id, email: user.email };
  } catch {
    return null;
  }
}
