import { createClient } from "@supabase/supabase-js";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { totpCodeOf, totpStepAt } from "#embedded-supabase/auth/factors/totp.ts";
import { aFirm, type Firm, type Person } from "#tests/support/a-firm.ts";
import { aMailServer, type MailServer } from "#tests/support/a-mail-server.ts";
import { aVisit, startBrowser, type Visit } from "#tests/support/browser.ts";

// The main journey beside a Supabase project on an origin of its own. The other browser tests: npm run test:hosted.

let mail: MailServer;
let firm: Firm;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  mail = await aMailServer();
  [firm, browser] = await Promise.all([aFirm({ SMTP_URL: mail.url }, { hosted: true }), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await firm?.product.stop();
  await mail?.stop();
});
afterEach(async () => {
  const complaints = visit?.complaints() ?? [];
  await visit?.close();
  expect(complaints).toEqual([]);
});

async function signedInAt(path: string, { email, password }: Person): Promise<Page> {
  visit = await aVisit(browser);
  const { page } = visit;
  await page.goto(`${firm.product.url}${path}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  return page;
}

async function asPerson(person: Person) {
  const { supabaseUrl, publishableKey } = await (await fetch(`${firm.product.url}/api/config`)).json();
  const { auth } = createClient(supabaseUrl, publishableKey, { auth: { persistSession: false } });
  let { session } = (await auth.signInWithPassword(person)).data;
  return {
    auth,
    /** With the newest token there was, after a sign-out too. */
    async ask(path: string, init: RequestInit = {}) {
      session = (await auth.getSession()).data.session ?? session;
      const headers = {
        authorization: `Bearer ${session?.access_token}`,
        "content-type": "application/json",
      };
      return fetch(`${firm.product.url}${path}`, { ...init, headers });
    },
  };
}

test("a client signs in at the project's own origin and reads what is the client's", async () => {
  const [client] = firm.clients;
  const page = await signedInAt("/client-portal", client);
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  // In the line that only paper shows.
  await page.getByText(client.company).first().waitFor({ state: "attached" });
  expect(firm.product.supabaseUrl).not.toBe(firm.product.url);
  expect((await fetch(`${firm.product.url}/rest/v1/clients`)).status).toBe(404);
});

test("an administrator invites a client, who sets the first password by the mail's link", async () => {
  const { ask } = await asPerson(firm.administrator);
  const invited = await ask("/api/admin/clients", {
    method: "POST",
    body: JSON.stringify({ email: "new@client.example", company: "New Client", contactPerson: "Nel New" }),
  });
  expect([invited.status, await invited.clone().text()]).toEqual([201, expect.stringContaining("success")]);
  const { message } = await vi.waitUntil(
    () => mail.received.find(({ to }) => to.includes("new@client.example")),
    { timeout: 15_000 },
  );
  const [link = ""] = /http:\S+token_hash=\S+/.exec(message.text ?? "") ?? [];
  visit = await aVisit(browser);
  const { page } = visit;
  await page.goto(link);
  await page.getByLabel("New password").fill("a long enough password 7");
  await page.getByLabel("Confirm password").fill("a long enough password 7");
  await page.getByRole("button", { name: "Set Password" }).click();
  await page.getByRole("heading", { name: "Password Set Successfully" }).waitFor();
});

test("who signed out is refused by /api at once, and the sign-in is on record", async () => {
  const { auth, ask } = await asPerson(firm.administrator);
  const attempts = await ask("/api/admin/sign-in-attempts");
  expect((await attempts.json()).rows[0]).toMatchObject({
    email: firm.administrator.email,
    outcome: "succeeded",
    address: "127.0.0.1",
  });
  const { sessions } = await (await ask("/api/own-sessions")).json();
  expect(sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  const others = createClient(firm.product.supabaseUrl, firm.product.secretKey, {
    auth: { persistSession: false },
  });
  const { data: client } = await others.auth.signInWithPassword(firm.clients[1]);
  const { session_id } = JSON.parse(
    Buffer.from(client.session?.access_token.split(".")[1] ?? "", "base64url").toString(),
  );
  expect((await ask(`/api/own-sessions/${session_id}`, { method: "DELETE" })).status).toBe(404);
  await auth.signOut();
  expect((await ask("/api/admin/sign-in-attempts")).status).toBe(401);
});

test("a password alone neither lists nor ends the sessions of who has a second factor", async () => {
  const [, client] = firm.clients;
  const owner = await asPerson(client);
  const { data } = await owner.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  const code = totpCodeOf(data?.totp.secret ?? "", totpStepAt(new Date()));
  await owner.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code });
  const { sessions } = await (await owner.ask("/api/own-sessions")).json();
  const stranger = await asPerson(client);
  for (const refused of [
    await stranger.ask("/api/own-sessions"),
    await stranger.ask(`/api/own-sessions/${sessions[0].id}`, { method: "DELETE" }),
  ])
    expect([refused.status, (await refused.json()).code]).toEqual([403, "second_factor_required"]);
  expect((await owner.ask("/api/own-sessions")).status).toBe(200);
});
