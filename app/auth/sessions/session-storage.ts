import { type Area, SESSION_KEYS } from "#app/api/client/area.ts";
import { clearSelectedClient } from "#app/api/client/selected-client.ts";

const EMAIL_KEYS = { client: "client_email", admin: "admin_email" } satisfies Record<Area, string>;
/** Stored last when an administrator has signed in. */
export const ADMIN_ROLE_KEY = "admin_role";
/** Recently opened clients and invoices in the command palette. */
export const ADMIN_RECENT_PLACES_KEY = "admin_recent_places";

/** Whether local storage contains a session. It may be expired or forged; only the backend can verify it. */
export function hasStoredSession(area: Area): boolean {
  return localStorage.getItem(SESSION_KEYS[area]) !== null;
}

/**
 * Whether local storage contains the administrator's role and email. Without them, admin pages redirect to
 * the login page.
 */
export function hasAdminHints(): boolean {
  return localStorage.getItem(ADMIN_ROLE_KEY) === "admin" && Boolean(localStorage.getItem(EMAIL_KEYS.admin));
}

export function storeHints(area: Area, email: string): void {
  localStorage.setItem(EMAIL_KEYS[area], email);
  if (area === "admin") {
    localStorage.setItem(ADMIN_ROLE_KEY, "admin");
  }
}

/** Removes all of an area's keys, including the suffixed keys that supabase-js adds. */
export function clearStoredKeys(area: Area): void {
  const sessionKey = SESSION_KEYS[area];
  const storedKeys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  for (const key of storedKeys) {
    if (key === sessionKey || key.startsWith(`${sessionKey}-`)) {
      localStorage.removeItem(key);
    }
  }
  localStorage.removeItem(EMAIL_KEYS[area]);
  if (area === "client") {
    clearSelectedClient();
  }
  if (area === "admin") {
    localStorage.removeItem(ADMIN_ROLE_KEY);
    localStorage.removeItem(ADMIN_RECENT_PLACES_KEY);
  }
}
