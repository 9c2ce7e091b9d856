import type { Page } from "playwright-core";
import { type Area, SESSION_KEYS } from "#app/api/client/area.ts";
import type { Credentials } from "../product/test-firm.ts";

/** What the sign-in page stores in addition to the session. Without it, the area ends the session. */
const HINTS = {
  admin: (email: string) => ({ admin_email: email, admin_role: "admin" }),
  client: (email: string) => ({ client_email: email }),
} satisfies Record<Area, (email: string) => Readonly<Record<string, string>>>;

/**
 * Signs in as the sign-in page does, but without loading that page, which would take a large part of the time of most
 * tests. Leaves the browser on a page without scripts.
 */
export async function storeSession(
  page: Page,
  url: string,
  area: Area,
  { email, password }: Credentials,
): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    async ({ credentials, sessionKey, hints }) => {
      const { supabaseUrl, publishableKey } = await (await fetch("/api/config")).json();
      const response = await fetch(`${supabaseUrl}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: publishableKey, "Content-Type": "application/json" },
        body: JSON.stringify(credentials),
      });
      const text = await response.text();
      if (!response.ok) {
        throw new Error(`Sign-in failed: ${text}`);
      }
      // biome-ignore lint/suspicious/noDocumentCookie: the same cookie as in browser-session-cookie.ts.
      document.cookie = "client_browser_session=this-run; Path=/; SameSite=Strict";
      for (const [key, value] of Object.entries({ ...hints, [sessionKey]: text })) {
        localStorage.setItem(key, value);
      }
    },
    { credentials: { email, password }, sessionKey: SESSION_KEYS[area], hints: HINTS[area](email) },
  );
}
