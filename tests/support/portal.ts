import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Database } from "#supabase/database.types.ts";
import { aFirm, type Firm, type Person } from "./a-firm.ts";
import { aMailServer, type MailServer } from "./a-mail-server.ts";
import { aVisit, startBrowser, type Visit } from "./browser.ts";

/** One firm, one browser and one mail server for all tests of a file. */
export type PortalWorld = {
  readonly firm: Firm;
  readonly mail: MailServer;
  /** A window of its own storage; closed after the test, which fails when its console complained. */
  aWindow(options?: BrowserContextOptions): Promise<Visit>;
  signIn(page: Page, person: Person, section?: string): Promise<void>;
  /** Past all policies, as the server's own key. */
  rows(): SupabaseClient<Database>;
  /** Signed in as a browser would be, without one. */
  signedInByApi(person: Person): Promise<SupabaseClient>;
};

/** Starts them before the file's tests and stops them afterwards. */
export function aPortal(): PortalWorld {
  let firm: Firm | undefined;
  let mail: MailServer | undefined;
  let browser: Browser | undefined;
  const visits: Visit[] = [];

  beforeAll(async () => {
    mail = await aMailServer();
    [firm, browser] = await Promise.all([aFirm({ SMTP_URL: mail.url }), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await firm?.product.stop();
    await mail?.stop();
  });
  afterEach(async () => {
    const complaints = visits.flatMap((visit) => visit.complaints());
    for (const visit of visits.splice(0)) await visit.close();
    expect(complaints).toEqual([]);
  });

  const world: PortalWorld = {
    get firm() {
      return started(firm);
    },
    get mail() {
      return started(mail);
    },
    async aWindow(options = {}) {
      const visit = await aVisit(started(browser), options);
      visits.push(visit);
      return visit;
    },
    async signIn(page, { email, password }, section = "") {
      await page.goto(`${world.firm.product.url}/client-portal${section && `?section=${section}`}`);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Login" }).click();
    },
    rows() {
      const { supabaseUrl, secretKey } = world.firm.product;
      return createClient<Database>(supabaseUrl, secretKey, { auth: { persistSession: false } });
    },
    async signedInByApi(person) {
      const { url } = world.firm.product;
      const { supabaseUrl, publishableKey } = await (await fetch(`${url}/api/config`)).json();
      const auth = { persistSession: false, autoRefreshToken: false };
      const client = createClient(supabaseUrl, publishableKey, { auth });
      const { error } = await client.auth.signInWithPassword(person);
      if (error) throw error;
      return client;
    },
  };
  return world;
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error("Only tests and hooks may use the world");
  return part;
}
