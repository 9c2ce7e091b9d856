import { useEffect } from "react";
import * as z from "zod/mini";
import { ADMIN_RECENT_PLACES_KEY } from "#app/auth/sessions/session-storage.ts";

const MAX_PLACES = 5;

/** A client, project, proposal, invoice, inquiry or finding that was opened recently in this browser. */
const RecentPlace = z.object({
  to: z.string().check(z.regex(/^\/admin\//)),
  label: z.string(),
  hint: z.string(),
});
export type RecentPlace = z.infer<typeof RecentPlace>;

/** The places opened last, newest first. Signing out deletes them. */
export function listRecentPlaces(): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ADMIN_RECENT_PLACES_KEY) ?? "[]");
    return z.array(RecentPlace).parse(stored);
  } catch {
    // Written by another version.
    return [];
  }
}

/** Remembers the current page as a recent place. */
export function useRecordRecentPlace({ to, label, hint }: RecentPlace): void {
  useEffect(() => {
    const others = listRecentPlaces().filter((place) => place.to !== to);
    const places = [{ to, label, hint }, ...others].slice(0, MAX_PLACES);
    localStorage.setItem(ADMIN_RECENT_PLACES_KEY, JSON.stringify(places));
  }, [to, label, hint]);
}
