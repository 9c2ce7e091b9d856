import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { totpCodeOf, totpStepAt } from "#embedded-supabase/auth/factors/totp.ts";
import type { FirmClient } from "#tests/support/a-firm.ts";
import { anAuthenticatorOf } from "#tests/support/a-virtual-key.ts";
import { aPortal } from "#tests/support/portal.ts";

// What a client does about the account itself: address, second factors, sessions.

const portal = aPortal();

/** Answers the next change that the page asks for as the backend answers a session that signed in longer ago. */
async function wantsANewSignIn(page: Page, what: "factors" | "user"): Promise<void> {
  const answer = {
    status: 403,
    headers: { "x-supabase-api-version": "2024-01-01" },
    json: { code: "reauthentication_needed", message: "Please sign in again." },
  };
  let isAsked = false;
  await page.route(`**/auth/v1/${what}*`, (route) => {
    if (isAsked || route.request().method() === "GET") return route.continue();
    isAsked = true;
    return route.fulfill(answer);
  });
}

async function signInAgain(page: Page, client: FirmClient): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign in again" }).click();
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText("This window").waitFor();
}

test("a new address counts once it is confirmed from its mailbox, and the old one is told", async () => {
  const [client] = portal.firm.clients;
  const old = client.email;
  const email = "new.address@firm.example";
  const visit = await portal.aWindow();
  const { page, context } = visit;
  await portal.signIn(page, client, "settings");
  await page.getByRole("heading", { name: "Account Information" }).waitFor();
  await page.getByLabel("Email").fill(email);
  visit.expectComplaint(/403|Request failed/);
  await wantsANewSignIn(page, "user");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await signInAgain(page, client);
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Account settings saved successfully!").waitFor();
  await page.getByText("Confirm your new address from the mail we sent.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(old);
  const linkTo = () =>
    portal.mail.received
      .filter(({ to }) => to.includes(email))
      .map(({ message }) => /http\S+\/reset-password\S+/.exec(message.text ?? "")?.[0])
      .at(-1);
  await expect.poll(linkTo, { timeout: 10_000 }).toBeDefined();
  await expect.poll(() => portal.mail.received.some(({ to }) => to.includes(old))).toBe(true);

  const mailbox = await context.newPage();
  await mailbox.goto(linkTo() ?? "");
  await mailbox.getByText(`You sign in with ${email} from now on.`).waitFor();
  expect(mailbox.url()).toBe(`${portal.firm.product.url}/reset-password`);
  await mailbox.getByRole("link", { name: "Continue" }).click();
  await mailbox.getByText(email).first().waitFor();
  await page.getByText(email).first().waitFor();
  expect(await page.evaluate(() => localStorage.getItem("client_email"))).toBe(email);
  client.email = email;
  const { page: fresh } = await portal.aWindow();
  await portal.signIn(fresh, client);
  await fresh.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
});

test("passkey and security key are added, asked for at the door, refused in words, and removed", async () => {
  const [, client] = portal.firm.clients;
  const visit = await portal.aWindow();
  visit.expectComplaint(/Request failed/);
  const { page, context } = visit;
  const devtools = await context.newCDPSession(page);
  const device = await anAuthenticatorOf(devtools, "internal");
  await portal.signIn(page, client, "settings");
  await page.getByText("None yet. A password alone opens your account.").waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("Passkey added").waitFor();
  await page.getByRole("button", { name: "Remove Passkey" }).waitFor();
  await anAuthenticatorOf(devtools, "usb");
  await page.getByRole("button", { name: "Add security key" }).click();
  await page.getByRole("button", { name: "Remove Security key" }).waitFor();

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Login" }).waitFor();
  await portal.signIn(page, client, "settings");
  await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  await page.getByRole("button", { name: 'Use passkey "Security key"' }).waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  // The device forgets the passkey: the browser then says no more than when a person closes its window.
  const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId: device });
  await devtools.send("WebAuthn.clearCredentials", { authenticatorId: device });
  await page.getByRole("button", { name: 'Use passkey "Passkey"' }).click();
  await page.getByText("The passkey request was cancelled or took too long.").waitFor();
  await page.getByText("Reference ERROR_CEREMONY_ABORTED").waitFor();
  for (const credential of credentials)
    await devtools.send("WebAuthn.addCredential", { authenticatorId: device, credential });
  await page.getByRole("button", { name: 'Use passkey "Passkey"' }).click();
  await page.getByRole("button", { name: "Remove Passkey" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  // What the session was raised with is gone: the other factor raises it again.
  await page.getByRole("button", { name: 'Use passkey "Security key"' }).click();
  await page.getByRole("button", { name: "Remove Security key" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("None yet. A password alone opens your account.").waitFor();
  await page.reload();
  await page.getByText("None yet. A password alone opens your account.").waitFor();
});

test("a browser without passkeys says so in the library's words", async () => {
  const visit = await portal.aWindow();
  visit.expectComplaint(/Request failed/);
  const { page } = visit;
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await portal.signIn(page, portal.firm.clients[1], "settings");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("Browser does not support WebAuthn").waitFor();
});

test("an open window is asked for the factor that is left when the one it gave is removed", async () => {
  const [, client] = portal.firm.clients;
  const api = await portal.signedInByApi(client);
  const enrolled = async (friendlyName: string) => {
    const { data } = await api.auth.mfa.enroll({ factorType: "totp", friendlyName });
    const codeOf = (step: number) => totpCodeOf(data?.totp.secret ?? "", totpStepAt(new Date()) + step);
    const factorId = data?.id ?? "";
    const { error } = await api.auth.mfa.challengeAndVerify({ factorId, code: codeOf(-1) });
    if (error) throw error;
    return { factorId, codeOf };
  };
  const [lost, kept] = [await enrolled("Lost phone"), await enrolled("New phone")];
  const visit = await portal.aWindow();
  visit.expectComplaint(/403|Request failed/);
  const { page } = visit;
  await portal.signIn(page, client);
  await page.getByLabel("Authentication code").fill(lost.codeOf(0));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  await api.auth.mfa.unenroll({ factorId: lost.factorId });
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  await page.getByLabel("Authentication code").fill(kept.codeOf(0));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("This window").waitFor();
  await api.auth.mfa.unenroll({ factorId: kept.factorId });
});

test("an authenticator app is added, other sessions end, and one sign-out ends them everywhere", async () => {
  const [, client] = portal.firm.clients;
  const other = await portal.aWindow();
  other.expectComplaint(/40[013]|Request failed/);
  await portal.signIn(other.page, client);
  await other.page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();

  const visit = await portal.aWindow();
  visit.expectComplaint(/40[013]|422|Request failed/);
  const { page } = visit;
  await portal.signIn(page, client, "settings");
  await page.getByText("This window").waitFor();
  await page
    .getByRole("button", { name: /^Sign out Chrome on Linux/ })
    .first()
    .waitFor();
  await wantsANewSignIn(page, "factors");
  await page.getByLabel("Phone").fill("+1 555 0100");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  await page.getByText("Your sign-in is more than 15 minutes old.").waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  await signInAgain(page, client);
  expect(await page.getByLabel("Phone").inputValue()).toBe("+1 555 0100");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByAltText("QR code that holds the secret below").waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  const secret = (await dialog.locator(".font-mono").textContent()) ?? "";
  const codeOf = (step: number) => totpCodeOf(secret, totpStepAt(new Date()) + step);
  await dialog.getByLabel("Authentication code").fill("000000");
  await dialog.getByRole("button", { name: "Verify" }).click();
  await dialog.getByText("That code is not right. Please enter the one your app shows now.").waitFor();
  await dialog.getByLabel("Authentication code").fill(codeOf(0));
  await dialog.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("button", { name: "Remove Authenticator app" }).waitFor();
  // Whoever was in with the password alone is out now.
  await other.page.getByText("Your session has ended. Please sign in again.").waitFor({ timeout: 15_000 });

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("button", { name: "Login" }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("a suspended client's open window ends calmly, and signing in says why", async () => {
  const [client] = portal.firm.clients;
  const visit = await portal.aWindow();
  visit.expectComplaint(/40[0136]|Request failed/);
  const { page } = visit;
  await portal.signIn(page, client, "billing");
  await page.getByText("No invoices yet").waitFor();
  const administrator = await portal.signedInByApi(portal.firm.administrator);
  const { data } = await administrator.auth.getSession();
  const suspended = await fetch(`${portal.firm.product.url}/api/admin/clients/${client.id}/status`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ status: "suspended" }),
  });
  expect(suspended.status).toBe(200);
  await page.getByText("Your session has ended. Please sign in again.").waitFor({ timeout: 15_000 });
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText(`Your account is suspended. Please contact ${brand.contactEmail}.`).waitFor();
});
