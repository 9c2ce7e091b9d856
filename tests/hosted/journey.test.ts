import { createClient } from "@supabase/supabase-js";
import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type BrowserSession, openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import { type Credentials, startTestFirm, type TestFirm } from "#tests/support/product/test-firm.ts";

// The main journey with a hosted Supabase project on a separate origin. `npm run test:hosted` runs the other browser
// tests against one.

let smtpServer: TestSmtpServer;
let firm: TestFirm;
let browser: Browser;
let browserSession: BrowserSession;

beforeAll(async () => {
  smtpServer = await startSmtpServer();
  [firm, browser] = await Promise.all([
    startTestFirm({ SMTP_URL: smtpServer.url }, { hosted: true }),
    startBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await firm?.product.stop();
  await smtpServer?.stop();
});
afterEach(async () => {
  const messages = browserSession?.consoleMessages() ?? [];
  await browserSession?.close();
  expect(messages).toEqual([]);
});

async function signInAt(path: string, { email, password }: Credentials): Promise<Page> {
  browserSession = await openPage(browser);
  const { page } = browserSession;
  await page.goto(`${firm.product.url}${path}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  return page;
}

async function createApiSession(credentials: Credentials) {
  const { supabaseUrl, publishableKey } = await (await fetch(`${firm.product.url}/api/config`)).json();
  const { auth } = createClient(supabaseUrl, publishableKey, { auth: { persistSession: false } });
  let { session } = (await auth.signInWithPassword(credentials)).data;
  return {
    auth,
    /** Uses the latest token, even after sign-out. */
    async request(path: string, init: RequestInit = {}) {
      session = (await auth.getSession()).data.session ?? session;
      const headers = {
        authorization: `Bearer ${session?.access_token}`,
        "content-type": "application/json",
      };
      return fetch(`${firm.product.url}${path}`, { ...init, headers });
    },
  };
}

test("a client signs in at the project's origin and sees their company", async () => {
  const [client] = firm.clients;
  const page = await signInAt("/client-portal", client);
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  // The first match is in the print header, which is not visible on screen.
  await page.getByText(client.company).first().waitFor({ state: "attached" });
  expect(firm.product.supabaseUrl).not.toBe(firm.product.url);
  expect((await fetch(`${firm.product.url}/rest/v1/clients`)).status).toBe(404);
});

test("an invited client sets a password through the emailed link", async () => {
  const { request } = await createApiSession(firm.administrator);
  const invited = await request("/api/admin/clients", {
    method: "POST",
    body: JSON.stringify({ email: "new@client.example", company: "New Client", contactPerson: "Nel New" }),
  });
  expect([invited.status, await invited.clone().text()]).toEqual([201, expect.stringContaining("success")]);
  const { message } = await vi.waitUntil(
    () => smtpServer.received.find(({ to }) => to.includes("new@client.example")),
    { timeout: 15_000 },
  );
  const [link = ""] = /http:\S+token_hash=\S+/.exec(message.text ?? "") ?? [];
  browserSession = await openPage(browser);
  const { page } = browserSession;
  await page.goto(link);
  await page.getByLabel("New password").fill("a long enough password 7");
  await page.getByLabel("Confirm password").fill("a long enough password 7");
  await page.getByRole("button", { name: "Set Password" }).click();
  await page.getByRole("heading", { name: "Password Set Successfully" }).waitFor();
});

test("rejects requests after sign-out and records the sign-in", async () => {
  const { auth, request } = await createApiSession(firm.administrator);
  const attempts = await request("/api/admin/sign-in-attempts");
  expect((await attempts.json()).rows[0]).toMatchObject({
    email: firm.administrator.email,
    outcome: "succeeded",
    address: "127.0.0.1",
  });
  const { sessions } = await (await request("/api/own-sessions")).json();
  expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  const otherClient = createClient(firm.product.supabaseUrl, firm.product.secretKey, {
    auth: { persistSession: false },
  });
  const { data: client } = await otherClient.auth.signInWithPassword(firm.clients[1]);
  const { session_id } = JSON.parse(
    Buffer.from(client.session?.access_token.split(".")[1] ?? "", "base64url").toString(),
  );
  expect((await request(`/api/own-sessions/${session_id}`, { method: "DELETE" })).status).toBe(404);
  await auth.signOut();
  expect((await request("/api/admin/sign-in-attempts")).status).toBe(401);
});

test("requires the second factor to list and end sessions", async () => {
  const [, client] = firm.clients;
  const owner = await createApiSession(client);
  const { data } = await owner.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  const code = totpCode(data?.totp.secret ?? "", totpStepAt(new Date()));
  await owner.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code });
  const { sessions } = await (await owner.request("/api/own-sessions")).json();
  const withoutFactor = await createApiSession(client);
  for (const response of [
    await withoutFactor.request("/api/own-sessions"),
    await withoutFactor.request(`/api/own-sessions/${sessions[0].id}`, { method: "DELETE" }),
  ]) {
    expect([response.status, (await response.json()).code]).toEqual([403, "second_factor_required"]);
  }
  expect((await owner.request("/api/own-sessions")).status).toBe(200);
});
