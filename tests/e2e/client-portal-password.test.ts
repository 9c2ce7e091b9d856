import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { totpCodeOf, totpStepAt } from "#embedded-supabase/auth/factors/totp.ts";
import { WIDTHS } from "#tests/support/browser.ts";
import { aPortal } from "#tests/support/portal.ts";

// Forgotten and first passwords, and second factors at the doors: through real mail, as a person would.

const portal = aPortal();

const NEW_PASSWORD = "a brand new horse";
const INVALID = "Invalid or expired reset link. Please request a new password reset.";

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto(`${portal.firm.product.url}/forgot-password`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
}

/** The link in the newest mail to an address. */
async function mailedLink(email: string): Promise<string> {
  const linkTo = () => {
    const mails = portal.mail.received.filter(({ to }) => to.includes(email));
    return /http\S+\/reset-password\S+/.exec(mails.at(-1)?.message.text ?? "")?.[0] ?? "";
  };
  await expect.poll(linkTo, { timeout: 10_000 }).toContain("token_hash=");
  return linkTo();
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

test("a client who forgot the password sets a new one by mail, once, and is signed out everywhere else", async () => {
  const [client] = portal.firm.clients;
  const elsewhere = await portal.aWindow();
  elsewhere.expectComplaint(/40[013]|Request failed/);
  await portal.signIn(elsewhere.page, client);
  await elsewhere.page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();

  const asking = await portal.aWindow();
  await asking.page.goto(`${portal.firm.product.url}/client-portal`);
  await asking.page.getByRole("link", { name: "Forgot password?" }).click();
  await asking.page.getByRole("button", { name: "Send Reset Link" }).click();
  await asking.page.getByText("Invalid email address").waitFor();
  expect(await asking.accessibilityViolations()).toEqual([]);
  await askForLink(asking.page, client.email);
  await asking.page
    .getByText("If an account exists with that email, we've sent password reset instructions.")
    .waitFor();
  await asking.page
    .getByText("The link expires in 1 hour. Check your spam folder if you don't see it.")
    .waitFor();
  expect(await asking.accessibilityViolations()).toEqual([]);

  const link = await mailedLink(client.email);
  const otherDevice = await portal.aWindow({ viewport: WIDTHS.phone });
  otherDevice.expectComplaint(/403|422|Request failed/);
  const { page } = otherDevice;
  await page.goto(link);
  await page.getByLabel("New password").waitFor();
  expect(page.url()).toBe(`${portal.firm.product.url}/reset-password`);
  await setPassword(page, "short", { confirmation: "other" });
  await page.getByText("Password must be at least 8 characters").waitFor();
  await page.getByText("Passwords do not match").waitFor();
  expect(await otherDevice.accessibilityViolations()).toEqual([]);
  await setPassword(page, "password123");
  await page.getByText("This password is too easy to guess. Please choose another one.").waitFor();
  await setPassword(page, NEW_PASSWORD);
  await page.getByRole("heading", { name: "Password Reset Successfully" }).waitFor();
  const began = Date.now();
  expect(await storedKeys(page)).toEqual([]);
  await page.getByRole("button", { name: "Login" }).waitFor();
  expect(Date.now() - began).toBeGreaterThan(1500);
  expect(new URL(page.url()).pathname).toBe("/client-portal");

  await elsewhere.page
    .getByText("Your session has ended. Please sign in again.")
    .waitFor({ timeout: 10_000 });
  await page.goto(link);
  await page.getByText(INVALID).waitFor();
  await page.getByRole("link", { name: "Request New Reset Link" }).click();
  await page.getByRole("button", { name: "Send Reset Link" }).waitFor();
  await portal.signIn(page, { ...client, password: NEW_PASSWORD });
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  client.password = NEW_PASSWORD;
});

test("an administrator comes back to the admin login", async () => {
  const { page } = await portal.aWindow();
  await askForLink(page, portal.firm.administrator.email);
  await page.goto(await mailedLink(portal.firm.administrator.email));
  await setPassword(page, NEW_PASSWORD);
  await page.waitForURL("**/admin/login");
  await page.getByLabel("Email").fill(portal.firm.administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/admin/dashboard");
});

test("an unknown address reads the same, a reload or no link leads to a new one, a failing server is named", async () => {
  const visit = await portal.aWindow();
  visit.expectComplaint(/403|500|503|Request failed/);
  const { page } = visit;
  await askForLink(page, "nobody@firm.example");
  expect(portal.mail.received.filter(({ to }) => to.includes("nobody@firm.example"))).toEqual([]);
  for (const search of ["", "?token_hash=never-made&type=recovery"]) {
    await page.goto(`${portal.firm.product.url}/reset-password${search}`);
    await page.getByText(INVALID).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
  }
  await page.route("**/auth/v1/{verify,recover}*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${portal.firm.product.url}/reset-password?token_hash=never-made&type=recovery`);
  await page.getByText("The server could not be reached. Your link has not been used up.").waitFor();
  await page.unroute("**/auth/v1/{verify,recover}*");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText(INVALID).waitFor();
  await page.route("**/auth/v1/recover*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${portal.firm.product.url}/forgot-password`);
  await page.getByLabel("Email").fill("nobody@firm.example");
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await page.getByText("Failed to send reset email").waitFor();
});

test("an invited person sets the first password on the same page", async () => {
  const invited = { email: "invited@firm.example", password: NEW_PASSWORD };
  const { data, error } = await portal.rows().auth.admin.inviteUserByEmail(invited.email);
  if (error) throw error;
  await portal.rows().auth.admin.updateUserById(data.user.id, { app_metadata: { role: "client" } });
  await portal
    .rows()
    .from("clients")
    .insert({ user_id: data.user.id, company: "Invited", contact_person: "Ida" });
  const visit = await portal.aWindow();
  visit.expectComplaint(/403/);
  const { page } = visit;
  const link = await mailedLink(invited.email);
  await page.goto(link);
  await page.getByRole("heading", { name: "Set Your Password" }).waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  await setPassword(page, invited.password, { button: "Set Password" });
  await page.getByRole("heading", { name: "Password Set Successfully" }).waitFor();
  await page.waitForURL("**/client-portal");
  await page.goto(link);
  await page.getByText("This invitation has expired or has already been used.").waitFor();
  await portal.signIn(page, invited);
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
});

test("who has an authenticator app is asked for its code, at the door and before a new password", async () => {
  const client = portal.firm.clients[1];
  const api = await portal.signedInByApi(client);
  const { data } = await api.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  const secret = data?.totp.secret ?? "";
  // Codes are used once: each step takes the next one, which the backend accepts half a minute early.
  const codeOf = (step: number) => totpCodeOf(secret, totpStepAt(new Date()) + step);
  const { error } = await api.auth.mfa.challengeAndVerify({
    factorId: data?.id ?? "",
    code: codeOf(-1),
  });
  if (error) throw error;

  const visit = await portal.aWindow();
  visit.expectComplaint(/422|Request failed/);
  const { page } = visit;
  await portal.signIn(page, client);
  await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  await page.reload();
  await page.getByLabel("Authentication code").fill("000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("That code is not right. Please enter the one your app shows now.").waitFor();
  await page.getByRole("button", { name: "Cancel and sign out" }).click();
  await page.getByRole("button", { name: "Login" }).waitFor();
  expect(await storedKeys(page)).toEqual([]);
  await portal.signIn(page, client);
  await page.getByLabel("Authentication code").fill(codeOf(0));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();

  const resetting = await portal.aWindow();
  await askForLink(resetting.page, client.email);
  await resetting.page.goto(await mailedLink(client.email));
  await resetting.page.getByText("Your account has a second factor. Please confirm it first.").waitFor();
  await resetting.page.getByLabel("Authentication code").fill(codeOf(1));
  await resetting.page.getByRole("button", { name: "Verify" }).click();
  await setPassword(resetting.page, NEW_PASSWORD);
  await resetting.page.getByRole("heading", { name: "Password Reset Successfully" }).waitFor();
  visit.expectComplaint(/40[013]/);
});
