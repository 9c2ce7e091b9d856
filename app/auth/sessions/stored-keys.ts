import { type House, sessionKeys } from "#app/api/house.ts";

const emailKeys = { client: "client_email", admin: "admin_email" } satisfies Record<House, string>;
const adminRoleKey = "admin_role";

/** Whether local storage claims a session. It proves nothing: only the backend knows. */
export function hasStoredSession(house: House): boolean {
  return localStorage.getItem(sessionKeys[house]) !== null;
}

/** Specification section 4: without role and e-mail in local storage the admin pages lead to the login. */
export function hasAdminHints(): boolean {
  return localStorage.getItem(adminRoleKey) === "admin" && Boolean(localStorage.getItem(emailKeys.admin));
}

export function storeHints(house: House, email: string): void {
  localStorage.setItem(emailKeys[house], email);
  if (house === "admin") localStorage.setItem(adminRoleKey, "admin");
}

/** Removes every key of a house, those supabase-js makes with a suffix included. */
export function forgetKeys(house: House): void {
  const own = sessionKeys[house];
  const stored = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  for (const key of stored) {
    if (key === own || key.startsWith(`${own}-`)) localStorage.removeItem(key);
  }
  localStorage.removeItem(emailKeys[house]);
  if (house === "admin") localStorage.removeItem(adminRoleKey);
}
