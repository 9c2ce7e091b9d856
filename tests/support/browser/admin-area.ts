import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Database } from "#supabase/database.types.ts";
import { type Credentials, startTestFirm, type TestFirm } from "../product/test-firm.ts";
import { type BrowserSession, openPage, startBrowser } from "./browser.ts";
import { storeSession } from "./stored-session.ts";

/** A firm, and a browser to sign in to the admin area. */
export type AdminArea = {
  firm: TestFirm;
  browser: Browser;
  /** Creates a client with the secret key, which bypasses row policies. */
  serviceClient(): SupabaseClient<Database>;
  /** Opens the path and signs in, by default as the administrator. */
  signInAt(
    path: string,
    options?: BrowserContextOptions,
    credentials?: Credentials,
  ): Promise<{ session: BrowserSession; page: Page }>;
  /** Returns the text of all email sent to an address, newest first. */
  emailsTo(email: string): Promise<string[]>;
  stop(): Promise<void>;
};

export async function startAdminArea(env: Record<string, string> = {}): Promise<AdminArea> {
  const [firm, browser] = await Promise.all([startTestFirm(env), startBrowser()]);
  const { supabaseUrl, secretKey } = firm.product;
  return {
    firm,
    browser,
    serviceClient: () => createClient<Database>(supabaseUrl, secretKey, { auth: { persistSession: false } }),
    async signInAt(path, options = {}, credentials = firm.administrator) {
      const session = await openPage(browser, options);
      const { page } = session;
      const signedInArea = path.startsWith("/client-portal") ? "client" : "admin";
      await storeSession(page, firm.product.url, signedInArea, credentials);
      await page.goto(`${firm.product.url}${path}`);
      await page.getByRole("button", { name: "Logout" }).waitFor();
      return { session, page };
    },
    async emailsTo(email) {
      const folder = join(firm.product.dataDir, "outbox");
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
      const emails = await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name);
          return { text: await readFile(path, "utf8"), writtenAt: (await stat(path)).mtimeMs };
        }),
      );
      return emails
        .filter(({ text }) => text.includes(email))
        .sort((a, b) => b.writtenAt - a.writtenAt)
        .map(({ text }) => text);
    },
    async stop() {
      await browser.close();
      await firm.product.stop();
    },
  };
}

/** Describes accessibility violations and horizontal overflow of the page. */
export async function findPageIssues(session: BrowserSession): Promise<string[]> {
  await session.waitForIdle();
  const overflow = await session.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(await session.accessibilityViolations()),
    ...(overflow > 0 ? [`overflows horizontally by ${overflow} px`] : []),
  ];
}
