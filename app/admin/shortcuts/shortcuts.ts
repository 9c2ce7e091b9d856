import { ADMIN_PAGES } from "../shell/admin-pages.ts";

/** Pages, each with the letter that opens it after G. */
export const PAGE_SHORTCUTS: ReadonlyArray<{ letter: string; path: string; label: string }> = [
  { letter: "d", path: "/admin/dashboard" },
  { letter: "i", path: "/admin/inbox" },
  { letter: "m", path: "/admin/messages" },
  { letter: "c", path: "/admin/clients" },
  { letter: "p", path: "/admin/projects" },
  { letter: "f", path: "/admin/findings" },
  { letter: "o", path: "/admin/proposals" },
  { letter: "v", path: "/admin/invoices" },
  { letter: "b", path: "/admin/bookings" },
  { letter: "s", path: "/admin/subscriptions" },
  { letter: "u", path: "/admin/documents" },
].map((page) => ({ ...page, label: ADMIN_PAGES.find(({ path }) => path === page.path)?.label ?? page.path }));

// Speech input and some assistive devices can trigger single-key shortcuts by accident, so users can turn them off
// (WCAG 2.1.4). Shortcuts with Ctrl or ⌘ always work.
const STORAGE_KEY = "admin_single_keys";
const OFF = "off";

export function areSingleKeysEnabled(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== OFF;
}

export function setSingleKeysEnabled(isEnabled: boolean): void {
  if (isEnabled) {
    localStorage.removeItem(STORAGE_KEY);
  } else {
    localStorage.setItem(STORAGE_KEY, OFF);
  }
}
