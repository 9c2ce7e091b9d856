import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Password reset, invitations and second factors at sign-in, with real email.

const portal = setUpPortal();

const NEW_PASSWORD = "a brand new horse";
const INVALID_LINK_MESSAGE = "Invalid or expired reset link. Please request a new password reset.";

async function requestResetLink(page: Page, email: string): Promise<void> {
  await page.goto(`${portal.firm.product.url}/forgot-password`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
}

/** Returns the link in the latest email to an address that contains one. */
async function findEmailedLink(email: string): Promise<string> {
  const findLink = () => {
    const links = portal.smtpServer.received
      .filter(({ to }) => to.includes(email))
      .map(({ message }) => /http\S+\/reset-password\S+/.exec(message.text ?? "")?.[0]);
    return links.findLast((link) => link !== undefined) ?? "";
  };
  await expect.poll(findLink, { timeout: 10_000 }).toContain("token_hash=");
  return findLink();
}

async function setPassword(
  page: Page,
  password: string,
  { confirmation = password, button = "Reset Password" } = {},
): Promise<void> {
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Confirm password").fill(confirmation);
  await page.getByRole("button", { name: button }).click();
}

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test("resets a password through an emailed one-time link and ends all other sessions", async () => {
  const [client] = portal.firm.clients;
  const otherSession = await portal.openPage();
  otherSession.allowConsoleMessage(/40[0136]|Request failed/);
  await portal.signIn(otherSession.page, client);
  await otherSession.page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();

  const forgotPasswordSession = await portal.openPage();
  await forgotPasswordSession.page.goto(`${portal.firm.product.url}/client-portal`);
  await forgotPasswordSession.page.getByRole("link", { name: "Forgot password?" }).click();
  await forgotPasswordSession.page.getByRole("button", { name: "Send Reset Link" }).click();
  await forgotPasswordSession.page.getByText("Invalid email address").waitFor();
  expect(await forgotPasswordSession.accessibilityViolations()).toEqual([]);
  await requestResetLink(forgotPasswordSession.page, client.email);
  await forgotPasswordSession.page
    .getByText("If an account exists with that email, we've sent password reset instructions.")
    .waitFor();
  await forgotPasswordSession.page
    .getByText("The link expires in 1 hour. Check your spam folder if you don't see it.")
    .waitFor();
  expect(await forgotPasswordSession.accessibilityViolations()).toEqual([]);

  const link = await findEmailedLink(client.email);
  const otherDevice = await portal.openPage({ viewport: VIEWPORTS.phone });
  otherDevice.allowConsoleMessage(/403|422|Request failed/);
  const { page } = otherDevice;
  await page.goto(link);
  await page.getByLabel("New password").waitFor();
  await page.getByText(`For ${client.email}.`).waitFor();
  expect(page.url()).toBe(`${portal.firm.product.url}/reset-password`);
  await setPassword(page, "short", { confirmation: "other" });
  await page.getByText("Password must be at least 8 characters").waitFor();
  await page.getByText("Passwords do not match").waitFor();
  expect(await otherDevice.accessibilityViolations()).toEqual([]);
  await setPassword(page, "password123");
  await page.getByText("This password is too easy to guess. Choose a different one.").waitFor();
  await setPassword(page, NEW_PASSWORD);
  await page.getByRole("heading", { name: "Password Reset Successfully" }).waitFor();
  const startedAt = Date.now();
  expect(await storedKeys(page)).toEqual([]);
  await page.getByRole("button", { name: "Login" }).waitFor();
  expect(Date.now() - startedAt).toBeGreaterThan(1500);
  expect(new URL(page.url()).pathname).toBe("/client-portal");
  expect(await page.getByLabel("Email").inputValue()).toBe(client.email);
  await page.getByText("Password changed. Sign in with the new one.").waitFor();

  await otherSession.page
    .getByText("Your session has ended. Please sign in again.")
    .waitFor({ timeout: 10_000 });
  await page.goto(link);
  await page.getByText(INVALID_LINK_MESSAGE).waitFor();
  await page.getByRole("link", { name: "Request New Reset Link" }).click();
  await page.getByRole("button", { name: "Send Reset Link" }).waitFor();
  await portal.signIn(page, { ...client, password: NEW_PASSWORD });
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  client.password = NEW_PASSWORD;
});

test("redirects an administrator to the admin login after a reset", async () => {
  const { page } = await portal.openPage();
  await requestResetLink(page, portal.firm.administrator.email);
  await page.goto(await findEmailedLink(portal.firm.administrator.email));
  await setPassword(page, NEW_PASSWORD);
  await page.waitForURL("**/admin/login");
  await page.getByLabel("Email").fill(portal.firm.administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/admin/dashboard");
});

test("does not reveal unknown addresses, rejects missing or invalid links, and reports server failures", async () => {
  const session = await portal.openPage();
  session.allowConsoleMessage(/403|500|503|Request failed/);
  const { page } = session;
  await requestResetLink(page, "unknown@firm.example");
  expect(portal.smtpServer.received.filter(({ to }) => to.includes("unknown@firm.example"))).toEqual([]);
  for (const search of ["", "?token_hash=never-made&type=recovery"]) {
    await page.goto(`${portal.firm.product.url}/reset-password${search}`);
    await page.getByText(INVALID_LINK_MESSAGE).waitFor();
    expect(await session.accessibilityViolations()).toEqual([]);
  }
  await page.route("**/auth/v1/{verify,recover}*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${portal.firm.product.url}/reset-password?token_hash=never-made&type=recovery`);
  await page.getByText("We couldn't reach the server. Your link is still valid.").waitFor();
  await page.getByRole("button", { name: "Retry" }).press("Enter");
  await page.getByText("We couldn't reach the server. Your link is still valid.").waitFor();
  await expectFocus(page.getByRole("heading", { level: 1, name: "Reset Password" }));
  await page.unroute("**/auth/v1/{verify,recover}*");
  await page.getByRole("button", { name: "Retry" }).press("Enter");
  await page.getByText(INVALID_LINK_MESSAGE).waitFor();
  await expectFocus(page.getByRole("heading", { level: 1, name: "Reset Password" }));
  await page.route("**/auth/v1/recover*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${portal.firm.product.url}/forgot-password`);
  await page.getByLabel("Email").fill("unknown@firm.example");
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await page.getByText("Failed to send reset email").waitFor();
});

test("lets an invited user set a password once", async () => {
  const invited = { email: "invited@firm.example", password: NEW_PASSWORD };
  const { data, error } = await portal.serviceClient().auth.admin.inviteUserByEmail(invited.email);
  if (error) {
    throw error;
  }
  await portal.serviceClient().auth.admin.updateUserById(data.user.id, { app_metadata: { role: "client" } });
  await portal
    .serviceClient()
    .from("clients")
    .insert({ user_id: data.user.id, company: "Invited", contact_person: "Ida" });
  const session = await portal.openPage();
  session.allowConsoleMessage(/403/);
  const { page } = session;
  const link = await findEmailedLink(invited.email);
  await page.goto(link);
  await page.getByRole("heading", { name: "Set Your Password" }).waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await setPassword(page, invited.password, { button: "Set Password" });
  await page.getByRole("heading", { name: "Password Set Successfully" }).waitFor();
  await page.waitForURL("**/client-portal");
  await page.getByText("Password set. Sign in with it.").waitFor();
  await page.goto(link);
  await page.getByText("This invitation has expired or was already used.").waitFor();
  await portal.signIn(page, invited);
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
});

test("requires the authenticator code at sign-in and before a password reset", async () => {
  const client = portal.firm.clients[1];
  const api = await portal.signInByApi(client);
  const { data } = await api.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  const secret = data?.totp.secret ?? "";
  // Each code works only once, so use the next one. The backend accepts it 30 s early.
  const getCode = (step: number) => totpCode(secret, totpStepAt(new Date()) + step);
  const { error } = await api.auth.mfa.challengeAndVerify({
    factorId: data?.id ?? "",
    code: getCode(-1),
  });
  if (error) {
    throw error;
  }

  const session = await portal.openPage();
  session.allowConsoleMessage(/422|Request failed/);
  const { page } = session;
  await portal.signIn(page, client);
  await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.reload();
  await page.getByLabel("Authentication code").fill("000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("That code isn't right. Enter the current code from your app.").waitFor();
  await page.getByRole("button", { name: "Cancel and sign out" }).click();
  await page.getByRole("button", { name: "Login" }).waitFor();
  expect(await storedKeys(page)).toEqual([]);
  await portal.signIn(page, client);
  await page.getByLabel("Authentication code").fill(getCode(0));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();

  const resetSession = await portal.openPage();
  await requestResetLink(resetSession.page, client.email);
  await resetSession.page.goto(await findEmailedLink(client.email));
  await resetSession.page.getByText("Complete two-factor authentication to continue").waitFor();
  await resetSession.page.getByText("Lost your device?").waitFor();
  expect(await resetSession.accessibilityViolations()).toEqual([]);
  await resetSession.page.getByLabel("Authentication code").fill(getCode(1));
  await resetSession.page.getByRole("button", { name: "Verify" }).click();
  await setPassword(resetSession.page, NEW_PASSWORD);
  await resetSession.page.getByRole("heading", { name: "Password Reset Successfully" }).waitFor();
  session.allowConsoleMessage(/40[013]/);
});
