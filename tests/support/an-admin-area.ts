import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Database } from "#supabase/database.types.ts";
import { aFirm, type Firm, type Person } from "./a-firm.ts";
import { aVisit, startBrowser, type Visit } from "./browser.ts";

/** A firm and a browser in which its administrator signs in. */
export type AdminArea = {
  firm: Firm;
  browser: Browser;
  /** Past all policies, as the server's own key. */
  rows(): SupabaseClient<Database>;
  /** Signs in, as the firm's administrator unless told otherwise, and opens the path. */
  signedInAt(
    path: string,
    options?: BrowserContextOptions,
    person?: Person,
  ): Promise<{ visit: Visit; page: Page }>;
  /** The texts of the mails to an address, the newest first. */
  mailsTo(email: string): Promise<string[]>;
  stop(): Promise<void>;
};

export async function anAdminArea(env: Record<string, string> = {}): Promise<AdminArea> {
  const [firm, browser] = await Promise.all([aFirm(env), startBrowser()]);
  const { supabaseUrl, secretKey } = firm.product;
  return {
    firm,
    browser,
    rows: () => createClient<Database>(supabaseUrl, secretKey, { auth: { persistSession: false } }),
    async signedInAt(path, options = {}, person = firm.administrator) {
      const visit = await aVisit(browser, options);
      const { page } = visit;
      await page.goto(`${firm.product.url}${path}`);
      await page.getByLabel("Email").fill(person.email);
      await page.getByLabel("Password", { exact: true }).fill(person.password);
      await page.getByRole("button", { name: "Login" }).click();
      await page.getByRole("button", { name: "Logout" }).waitFor();
      return { visit, page };
    },
    async mailsTo(email) {
      const folder = join(firm.product.dataDir, "outbox");
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
      const mails = await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name);
          return { text: await readFile(path, "utf8"), writtenAt: (await stat(path)).mtimeMs };
        }),
      );
      return mails
        .filter(({ text }) => text.includes(email))
        .sort((one, other) => other.writtenAt - one.writtenAt)
        .map(({ text }) => text);
    },
    async stop() {
      await browser.close();
      await firm.product.stop();
    },
  };
}

/** What overflows sideways, and what the accessibility rules say of the screen. */
export async function remarksOn(visit: Visit): Promise<string[]> {
  await visit.settled();
  const sideways = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(await visit.accessibilityViolations()),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
  ];
}
