import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Database } from "#supabase/database.types.ts";
import { startSmtpServer, type TestSmtpServer } from "../email/smtp-server.ts";
import { type Credentials, startTestFirm, type TestFirm } from "../product/test-firm.ts";
import { type BrowserSession, openPage, startBrowser } from "./browser.ts";
import { storeSession } from "./stored-session.ts";

/** A firm, a browser and an SMTP server, shared by the tests of a file. */
export type PortalEnvironment = {
  readonly firm: TestFirm;
  readonly smtpServer: TestSmtpServer;
  /** Opens a page in a new context. Closes it after the test, which fails if the console has errors. */
  openPage(options?: BrowserContextOptions): Promise<BrowserSession>;
  signIn(page: Page, credentials: Credentials, section?: string): Promise<void>;
  /** Submits the sign-in page, for tests of that page. */
  submitSignIn(page: Page, credentials: Credentials): Promise<void>;
  /** Creates a client with the secret key, which bypasses row policies. */
  serviceClient(): SupabaseClient<Database>;
  /** Signs in through the API. Returns the client. */
  signInByApi(credentials: Credentials): Promise<SupabaseClient>;
};

/** Starts the environment before the tests of a file and stops it afterwards. `env` is added to the product's environment. */
export function setUpPortal(env: Record<string, string> = {}): PortalEnvironment {
  let firm: TestFirm | undefined;
  let emailServer: TestSmtpServer | undefined;
  let browser: Browser | undefined;
  const sessions: BrowserSession[] = [];

  beforeAll(async () => {
    emailServer = await startSmtpServer();
    [firm, browser] = await Promise.all([
      startTestFirm({ SMTP_URL: emailServer.url, ...env }),
      startBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await firm?.product.stop();
    await emailServer?.stop();
  });
  afterEach(async () => {
    const messages = sessions.flatMap((session) => session.consoleMessages());
    for (const session of sessions.splice(0)) {
      await session.close();
    }
    expect(messages).toEqual([]);
  });

  const environment: PortalEnvironment = {
    get firm() {
      return requireStarted(firm);
    },
    get smtpServer() {
      return requireStarted(emailServer);
    },
    async openPage(options = {}) {
      const session = await openPage(requireStarted(browser), options);
      sessions.push(session);
      return session;
    },
    async signIn(page, credentials, section = "") {
      await storeSession(page, environment.firm.product.url, "client", credentials);
      await page.goto(`${environment.firm.product.url}/client-portal${section && `?section=${section}`}`);
    },
    async submitSignIn(page, { email, password }) {
      await page.goto(`${environment.firm.product.url}/client-portal`);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Login" }).click();
    },
    serviceClient() {
      const { supabaseUrl, secretKey } = environment.firm.product;
      return createClient<Database>(supabaseUrl, secretKey, { auth: { persistSession: false } });
    },
    async signInByApi(credentials) {
      const { url } = environment.firm.product;
      const { supabaseUrl, publishableKey } = await (await fetch(`${url}/api/config`)).json();
      const auth = { persistSession: false, autoRefreshToken: false };
      const client = createClient(supabaseUrl, publishableKey, { auth });
      const { error } = await client.auth.signInWithPassword(credentials);
      if (error) {
        throw error;
      }
      return client;
    },
  };
  return environment;
}

function requireStarted<T>(part: T | undefined): T {
  if (part === undefined) {
    throw new Error("the portal is only available in tests and hooks");
  }
  return part;
}
