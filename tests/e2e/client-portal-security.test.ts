import { readFileSync } from "node:fs";
import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { expectNoFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { addVirtualAuthenticator } from "#tests/support/browser/virtual-authenticator.ts";
import { queryEmbedded } from "#tests/support/database/query-embedded.ts";
import type { FirmClient } from "#tests/support/product/test-firm.ts";

// Tests account security in the portal: email address, second factors and sessions.

const portal = setUpPortal();

/** Rejects the next change as if the user had not signed in recently: in the authentication service or by our check. */
async function requireRecentSignIn(
  page: Page,
  path: "auth/v1/factors" | "api/recent-sign-in",
): Promise<void> {
  const message = "Please sign in again.";
  const response = {
    status: 403,
    headers: { "x-supabase-api-version": "2024-01-01" },
    json: { success: false, code: "reauthentication_needed", message, error: message },
  };
  let isRejected = false;
  await page.route(`**/${path}*`, (route) => {
    const isListOfFactors = path === "auth/v1/factors" && route.request().method() === "GET";
    if (isRejected || isListOfFactors) {
      return route.continue();
    }
    isRejected = true;
    return route.fulfill(response);
  });
}

async function signInAgain(page: Page, client: FirmClient): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign in again" }).click();
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { name: "Account Settings" }).waitFor();
}

/** Expects an error of the field, and the focus in it. */
async function expectWrongCode(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByRole("textbox", { name: label, description: message });
  await field.waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await expectFocus(field);
}

test("changes the email address after confirmation and notifies the old address", async () => {
  const [client] = portal.firm.clients;
  const oldEmail = client.email;
  const email = "a.new.address.longer.than.usual@subsidiary.firm.example";
  const session = await portal.openPage();
  const { page, context } = session;
  await portal.signIn(page, client, "settings");
  await page.getByRole("heading", { name: "Account Information" }).waitFor();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  session.allowConsoleMessage(/403|429|Request failed/);
  await requireRecentSignIn(page, "api/recent-sign-in");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await signInAgain(page, client);
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(email);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Account settings saved successfully!").waitFor();
  const pending = page.getByRole("status").getByText(`Waiting for you to confirm ${email}`);
  await pending.waitFor();
  await expectNoFaultsAtEachWidth(session, "email change");
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(oldEmail);
  const listLinks = () =>
    portal.smtpServer.received
      .filter(({ to }) => to.includes(email))
      .map(({ message }) => /http\S+\/reset-password\S+/.exec(message.text ?? "")?.[0])
      .filter((link) => link !== undefined);
  await expect.poll(() => listLinks().length, { timeout: 10_000 }).toBe(1);
  await expect.poll(() => portal.smtpServer.received.some(({ to }) => to.includes(oldEmail))).toBe(true);

  await page.reload();
  await pending.waitFor();
  const sendAgain = page.getByRole("button", { name: "Send again" });
  await sendAgain.click();
  await page
    .getByText("We just sent a confirmation email. Wait a minute before requesting another.")
    .waitFor();
  await queryEmbedded(
    portal.firm.product.dataDir,
    "update auth.users set email_change_sent_at = email_change_sent_at - interval '1 minute' where email_change = $1",
    [email],
  );
  await sendAgain.click();
  await page.getByText(`Email sent to ${email}`).waitFor();
  await expect.poll(() => listLinks().length, { timeout: 10_000 }).toBe(2);

  const mailbox = await context.newPage();
  await mailbox.goto(listLinks().at(-1) ?? "");
  await mailbox.getByText(`From now on, sign in with ${email}`).waitFor();
  expect(mailbox.url()).toBe(`${portal.firm.product.url}/reset-password`);
  await mailbox.getByRole("link", { name: "Continue" }).click();
  await mailbox.getByText(email).first().waitFor();
  await pending.waitFor({ state: "hidden" });
  await page.getByText(email).first().waitFor();
  expect(await page.evaluate(() => localStorage.getItem("client_email"))).toBe(email);
  client.email = email;
  const { page: fresh } = await portal.openPage();
  await portal.signIn(fresh, client);
  await fresh.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
});

test("adds, uses and removes a passkey and a security key", async () => {
  const [, client] = portal.firm.clients;
  const session = await portal.openPage();
  session.allowConsoleMessage(/Request failed/);
  const { page, context } = session;
  const devtools = await context.newCDPSession(page);
  const device = await addVirtualAuthenticator(devtools, "internal");
  await portal.signIn(page, client, "settings&tab=security");
  await page.getByText("Not set up. Your account is protected by your password only.").waitFor();
  await page.getByText("Adds a second step after your password").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("Passkey added").waitFor();
  await page.getByText("Required after your password each time you sign in").waitFor();
  await page.getByRole("button", { name: "Remove Passkey" }).waitFor();
  await addVirtualAuthenticator(devtools, "usb");
  await page.getByRole("button", { name: "Add security key" }).click();
  await page.getByRole("button", { name: "Remove Security key" }).waitFor();

  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Login" }).waitFor();
  await portal.signIn(page, client, "settings&tab=security");
  await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  await page.getByRole("button", { name: "Use passkey “Security key”" }).waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  // For a missing passkey, the browser reports the same error as for a closed prompt.
  const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId: device });
  await devtools.send("WebAuthn.clearCredentials", { authenticatorId: device });
  await page.getByRole("button", { name: "Use passkey “Passkey”" }).click();
  await page.getByText("The passkey request was canceled or took too long.").waitFor();
  await page.getByText("Reference ERROR_CEREMONY_ABORTED").waitFor();
  for (const credential of credentials) {
    await devtools.send("WebAuthn.addCredential", { authenticatorId: device, credential });
  }
  await page.getByRole("button", { name: "Use passkey “Passkey”" }).click();
  await page.getByRole("button", { name: "Remove Passkey" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  // The factor that verified the session was removed, so the other one is required.
  await page.getByRole("button", { name: "Use passkey “Security key”" }).click();
  await page.getByRole("button", { name: "Remove Security key" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Not set up. Your account is protected by your password only.").waitFor();
  await page.reload();
  await page.getByText("Not set up. Your account is protected by your password only.").waitFor();
});

test("changes the password with the current one, and signs out other devices", async () => {
  const [, client] = portal.firm.clients;
  const session = await portal.openPage();
  session.allowConsoleMessage(/400|422|Request failed/);
  const { page } = session;
  const otherSession = await portal.signInByApi(client);
  await portal.signIn(page, client, "settings&tab=security");
  const card = page.getByRole("region", { name: "Password" });
  const change = async (current: string, next: string) => {
    await card.getByLabel("Current password").fill(current);
    await card.getByLabel("New password").fill(next);
    await card.getByRole("button", { name: "Change password" }).click();
  };
  await change("", "short");
  await card.getByText("Enter your current password").waitFor();
  await card.getByText("Password must be at least 8 characters").waitFor();
  await change("not the password", "a longer passphrase");
  await card.getByText("That's not your current password.").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await change(client.password, client.password);
  await card.getByText("Choose a password that's different from your current one.").waitFor();
  await card.getByLabel("New password").fill("a longer passphrase");
  await card.getByRole("button", { name: "Show characters" }).last().click();
  expect(await card.getByLabel("New password").getAttribute("type")).toBe("text");
  await card.getByRole("button", { name: "Change password" }).click();
  await page.getByText("Password changed. You were signed out on all other devices.").waitFor();
  expect(await card.getByLabel("Current password").inputValue()).toBe("");
  expect((await otherSession.auth.getUser()).error).not.toBeNull();
  await page.reload();
  await change("a longer passphrase", client.password);
  await page.getByText("Password changed. You were signed out on all other devices.").waitFor();
});

test("shows a message in a browser without passkey support", async () => {
  const session = await portal.openPage();
  session.allowConsoleMessage(/Request failed/);
  const { page } = session;
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await portal.signIn(page, portal.firm.clients[1], "settings&tab=security");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("Browser does not support WebAuthn").waitFor();
});

test("requires the remaining factor in an open session after its factor is removed", async () => {
  const [, client] = portal.firm.clients;
  const api = await portal.signInByApi(client);
  const enrollApp = async (friendlyName: string) => {
    const { data } = await api.auth.mfa.enroll({ factorType: "totp", friendlyName });
    const getCode = (step: number) => totpCode(data?.totp.secret ?? "", totpStepAt(new Date()) + step);
    const factorId = data?.id ?? "";
    const { error } = await api.auth.mfa.challengeAndVerify({ factorId, code: getCode(-1) });
    if (error) {
      throw error;
    }
    return { factorId, getCode };
  };
  const [lost, remaining] = [await enrollApp("Lost phone"), await enrollApp("New phone")];
  const session = await portal.openPage();
  // Row policies hide the client (406) until the session has the remaining factor.
  session.allowConsoleMessage(/40[36]|500|Request failed/);
  const { page } = session;
  const listFactors = (url: URL) => url.pathname === "/auth/v1/user";
  await page.route(listFactors, (route) => route.fulfill({ status: 500, json: {} }));
  await portal.signIn(page, client);
  const retry = page.getByRole("button", { name: "Retry" });
  await retry.press("Enter");
  await retry.waitFor();
  await expectFocus(page.getByRole("heading", { level: 1, name: "Two-Factor Authentication" }));
  await page.unroute(listFactors);
  await retry.press("Enter");
  await page.getByLabel("Authentication code").fill(lost.getCode(0));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  // Requests that are still running would be rejected after the factor is removed.
  await page.waitForLoadState("networkidle");
  await api.auth.mfa.unenroll({ factorId: lost.factorId });
  await page.evaluate(() => {
    history.pushState(null, "", "?section=settings&tab=security");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  await page.getByLabel("Authentication code").fill(remaining.getCode(0));
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("This device").waitFor();
  await api.auth.mfa.unenroll({ factorId: remaining.factorId });
});

test("adds an authenticator app, which ends other sessions, and signs out everywhere", async () => {
  const [, client] = portal.firm.clients;
  const otherSession = await portal.openPage();
  otherSession.allowConsoleMessage(/40[0136]|Request failed/);
  await portal.signIn(otherSession.page, client);
  await otherSession.page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();

  const session = await portal.openPage();
  session.allowConsoleMessage(/40[0136]|422|Request failed/);
  const { page } = session;
  await portal.signIn(page, client, "settings&tab=security");
  await page.getByText("This device").waitFor();
  await page
    .getByRole("button", { name: /^Sign out Chrome on Linux/ })
    .first()
    .waitFor();
  await requireRecentSignIn(page, "auth/v1/factors");
  await page.getByRole("tab", { name: "Account" }).click();
  await page.getByLabel("Phone").fill("+1 555 0100");
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  await page.getByText("For your security, sign in again to continue.").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await signInAgain(page, client);
  await page.getByRole("tab", { name: "Account" }).click();
  expect(await page.getByLabel("Phone").inputValue()).toBe("+1 555 0100");
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByAltText("QR code for the setup key").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await session.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy key" }).click();
  await page.getByText("Setup key copied").waitFor();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await dialog.locator(".font-mono > *").allTextContents()).toEqual(secret.match(/.{4}/g));
  const openApp = dialog.getByRole("link", { name: "Open authenticator app", includeHidden: true });
  expect(await openApp.isVisible(), "without a touch screen").toBe(false);
  expect(new URL((await openApp.getAttribute("href")) ?? "").searchParams.get("secret")).toBe(secret);
  const getCode = (step: number) => totpCode(secret, totpStepAt(new Date()) + step);
  await dialog.getByLabel("Authentication code").fill("000000");
  await dialog.getByRole("button", { name: "Verify" }).click();
  await expectWrongCode(
    page,
    "Authentication code",
    "That code isn't right. Enter the current code from your app.",
  );
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("000000");
  expect(await session.accessibilityViolations()).toEqual([]);
  await dialog.getByLabel("Authentication code").fill(getCode(0));
  await dialog.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("button", { name: "Remove Authenticator app" }).waitFor();
  const newCodes = page.getByRole("region", { name: "Save your recovery codes" });
  await newCodes.waitFor();
  const createNew = page.getByRole("button", { name: "Create new codes" });
  expect(await createNew.count(), "before the codes are saved").toBe(0);
  const codes = await newCodes.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").all();
  expect(codes).toHaveLength(10);
  const recoveryCode = (await codes[0]?.textContent()) ?? "";
  expect(await session.accessibilityViolations()).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    newCodes.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain(recoveryCode);
  await newCodes.getByRole("button", { name: "I've saved them" }).click();
  await page.getByText("10 unused codes, in case you lose your device.").waitFor();
  await createNew.waitFor();
  expect(await page.locator(":focus").textContent()).toBe("Two-factor authentication");
  // Sessions that verified only the password have ended.
  await otherSession.page
    .getByText("Your session has ended. Please sign in again.")
    .waitFor({ timeout: 15_000 });

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("button", { name: "Login" }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  // A recovery code replaces the lost device, once.
  await portal.signIn(page, client);
  await page.getByRole("button", { name: "Lost your device?" }).click();
  await page.getByLabel("Recovery code").fill("2222-2222-2222-2222");
  await page.getByRole("button", { name: "Use recovery code" }).click();
  await expectWrongCode(
    page,
    "Recovery code",
    "That recovery code is incorrect or already used. Try another code.",
  );
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.getByLabel("Recovery code").fill(recoveryCode.toUpperCase());
  await page.getByRole("button", { name: "Use recovery code" }).click();
  await page.getByText("Not set up. Your account is protected by your password only.").waitFor();
  await expect
    .poll(() =>
      portal.smtpServer.received.some(
        ({ to, message }) =>
          to.includes(client.email) && message.subject?.includes("A recovery code was used"),
      ),
    )
    .toBe(true);
});

test("ends the session of a suspended client and explains why on sign-in", async () => {
  const [client] = portal.firm.clients;
  const session = await portal.openPage();
  session.allowConsoleMessage(/40[0136]|Request failed/);
  const { page } = session;
  await portal.signIn(page, client, "billing");
  await page.getByText("No invoices yet").waitFor();
  const administrator = await portal.signInByApi(portal.firm.administrator);
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
