import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, openPage, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { addVirtualAuthenticator } from "#tests/support/browser/virtual-authenticator.ts";

// Administrators and their second factors.

let area: AdminArea;
const sessions: BrowserSession[] = [];
const SECOND_ADMINISTRATOR = { email: "second@firm.example", password: "a long and quiet evening" };

beforeAll(async () => {
  area = await startAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const all = sessions.splice(0);
  const messages = all.flatMap((session) => session.consoleMessages());
  for (const session of all) {
    await session.close();
  }
  expect(messages).toEqual([]);
});

async function openSession(options = {}): Promise<BrowserSession> {
  const session = await openPage(area.browser, options);
  sessions.push(session);
  return session;
}

async function signIn(
  page: Page,
  { email, password }: typeof SECOND_ADMINISTRATOR,
  section: string,
): Promise<void> {
  await page.goto(`${area.firm.product.url}/admin/settings?section=${section}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

test("invites an administrator, who loses their authenticator and regains access when another administrator removes it", async () => {
  const session = await openSession();
  const { page } = session;
  await signIn(page, area.firm.administrator, "administrators");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Ida Berg");
  await dialog.getByLabel("Email").fill(SECOND_ADMINISTRATOR.email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText(`Invitation sent to ${SECOND_ADMINISTRATOR.email}`).waitFor();
  await page
    .getByRole("row", { name: /second@firm\.example/ })
    .getByText(/^Invited/)
    .waitFor();

  const readInvitationLink = async () => {
    const [mail = ""] = await area.emailsTo(SECOND_ADMINISTRATOR.email);
    // Quoted-printable breaks long lines and escapes the equals sign.
    const text = mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
    return /http\S+\/reset-password\S+/.exec(text)?.[0];
  };
  await expect.poll(readInvitationLink, { timeout: 10_000 }).toBeDefined();
  const { page: invitedPage } = await openSession();
  await invitedPage.goto((await readInvitationLink()) ?? "");
  await invitedPage.getByLabel("New Password", { exact: false }).first().fill(SECOND_ADMINISTRATOR.password);
  await invitedPage.getByLabel(/Confirm/).fill(SECOND_ADMINISTRATOR.password);
  await invitedPage.getByRole("button", { name: /Password$/ }).click();
  await invitedPage.waitForURL(/\/admin\/login/);
  await signIn(invitedPage, SECOND_ADMINISTRATOR, "account");
  await invitedPage.getByRole("button", { name: "Add authenticator app" }).click();
  const secret = (await invitedPage.getByRole("dialog").locator(".font-mono").textContent()) ?? "";
  const code = () => totpCode(secret, totpStepAt(new Date()));
  await invitedPage.getByLabel("Authentication code").fill(code());
  await invitedPage.getByRole("button", { name: "Verify" }).click();
  await invitedPage.getByText("Authenticator app added").waitFor();
  await invitedPage.getByRole("button", { name: "Logout" }).click();
  await invitedPage.getByRole("button", { name: "Login" }).waitFor();

  // The password alone does not grant access without the authenticator app.
  const lostDeviceSession = await openSession({ viewport: VIEWPORTS.phone });
  await signIn(lostDeviceSession.page, SECOND_ADMINISTRATOR, "account");
  await lostDeviceSession.page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  expect(await findPageIssues(lostDeviceSession)).toEqual([]);
  lostDeviceSession.allowConsoleMessage(/4\d\d|Request failed/);
  await lostDeviceSession.page.getByLabel("Authentication code").fill("000000");
  await lostDeviceSession.page.getByRole("button", { name: "Verify" }).click();
  await lostDeviceSession.page.getByText("That code isn't right.").waitFor();
  await lostDeviceSession.page.goto(`${area.firm.product.url}/admin/dashboard`);
  await lostDeviceSession.page.getByRole("button", { name: "Login" }).waitFor();

  await page.reload();
  const row = page.getByRole("row", { name: /second@firm\.example/ });
  await row.getByText("Authenticator app").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await row.getByRole("button", { name: /^Remove two-factor/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove two-factor" }).click();
  await page.getByText(`Two-factor authentication removed for ${SECOND_ADMINISTRATOR.email}`).waitFor();
  const newSession = await openSession();
  await signIn(newSession.page, SECOND_ADMINISTRATOR, "account");
  await newSession.page.getByText("Not set up. Your account is protected by your password only.").waitFor();
  await expect
    .poll(async () => (await area.emailsTo(SECOND_ADMINISTRATOR.email)).join("\n"), { timeout: 10_000 })
    .toContain("Two-factor authentication was removed");

  // Removing the administrator ends the open session.
  await row.getByRole("button", { name: /^Remove: / }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText(`${SECOND_ADMINISTRATOR.email} is no longer an administrator`).waitFor();
  newSession.allowConsoleMessage(/40\d|Request failed/);
  await newSession.page.reload();
  await newSession.page.getByRole("button", { name: "Login" }).waitFor();
  // The last administrator can't be removed.
  expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
});

test("adds a security key and a passkey, requires them at sign-in, and removes them", async () => {
  const session = await openSession();
  const { page } = session;
  await addVirtualAuthenticator(await page.context().newCDPSession(page), "usb");
  await signIn(page, area.firm.administrator, "account");
  await page.getByText("Not set up. Your account is protected by your password only.").waitFor();
  await page.getByRole("button", { name: "Add security key" }).click();
  await page.getByText("Security key added").waitFor();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Login" }).waitFor();
  await signIn(page, area.firm.administrator, "account");
  await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("button", { name: "Use passkey “Security key”" }).click();
  // After the second factor, the requested page opens.
  await page.getByRole("button", { name: "Remove Security key" }).waitFor();
  await page.getByRole("link", { name: "Administrators" }).click();
  await page
    .getByRole("row", { name: /owner@firm\.example/ })
    .getByText("Security key")
    .waitFor();
  await page.getByRole("link", { name: "Your account" }).click();

  const passkeySession = await openSession();
  await addVirtualAuthenticator(await passkeySession.context.newCDPSession(passkeySession.page), "internal");
  await page.getByRole("button", { name: "Remove Security key" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Not set up. Your account is protected by your password only.").waitFor();
  await signIn(passkeySession.page, area.firm.administrator, "account");
  await passkeySession.page.getByRole("button", { name: "Add passkey" }).click();
  await passkeySession.page.getByText("Passkey added").waitFor();
  // Enrolling a factor ends sessions that have not verified one.
  session.allowConsoleMessage(/40\d|Request failed/);
  await page.reload();
  await page.getByRole("button", { name: "Login" }).waitFor();
  await passkeySession.page.getByRole("button", { name: "Remove Passkey" }).click();
  await passkeySession.page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await passkeySession.page.getByText("Not set up.").waitFor();
});
