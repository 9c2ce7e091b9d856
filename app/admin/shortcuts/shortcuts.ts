import { adminPages } from "../shell/admin-pages.ts";

/** Pages by the letter that follows G. */
export const PAGE_LETTERS: ReadonlyArray<{ letter: string; path: string; label: string }> = [
  { letter: "d", path: "/admin/dashboard" },
  { letter: "i", path: "/admin/inbox" },
  { letter: "m", path: "/admin/messages" },
  { letter: "c", path: "/admin/clients" },
  { letter: "p", path: "/admin/projects" },
  { letter: "v", path: "/admin/invoices" },
  { letter: "b", path: "/admin/bookings" },
  { letter: "s", path: "/admin/subscriptions" },
].map((page) => ({ ...page, label: adminPages.find(({ path }) => path === page.path)?.label ?? page.path }));

// Who dictates or types with a head stick may set off single letters unawares: they can be switched off, for this
// browser. Keys with Ctrl or ⌘ stay.
const STORAGE_KEY = "admin_single_keys";
const OFF = "off";

export function hasSingleKeys(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== OFF;
}

export function keepSingleKeys(wanted: boolean): void {
  if (wanted) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, OFF);
}
