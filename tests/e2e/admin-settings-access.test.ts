import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { totpCodeOf, totpStepAt } from "#embedded-supabase/auth/factors/totp.ts";
import { anAuthenticatorOf } from "#tests/support/a-virtual-key.ts";
import { type AdminArea, anAdminArea, remarksOn } from "#tests/support/an-admin-area.ts";
import { aVisit, type Visit, WIDTHS } from "#tests/support/browser.ts";

// Who administers, with which second factors, and how nobody is ever locked out.

let area: AdminArea;
const visits: Visit[] = [];
const SECOND = { email: "second@firm.example", password: "a long and quiet evening" };

beforeAll(async () => {
  area = await anAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const all = visits.splice(0);
  const complaints = all.flatMap((visit) => visit.complaints());
  for (const visit of all) await visit.close();
  expect(complaints).toEqual([]);
});

async function aWindow(options = {}): Promise<Visit> {
  const visit = await aVisit(area.browser, options);
  visits.push(visit);
  return visit;
}

async function signIn(page: Page, { email, password }: typeof SECOND, section: string): Promise<void> {
  await page.goto(`${area.firm.product.url}/admin/settings?section=${section}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

test("an administrator is invited, adds an app, and is let in again by another who removes it", async () => {
  const visit = await aWindow();
  const { page } = visit;
  await signIn(page, area.firm.administrator, "administrators");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(SECOND.email);
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await page.getByText(`The invitation goes to ${SECOND.email}`).waitFor();
  await page
    .getByRole("row", { name: /second@firm\.example/ })
    .getByText(/^Invited/)
    .waitFor();

  const linkIn = async () => {
    const [mail = ""] = await area.mailsTo(SECOND.email);
    // Quoted-printable breaks long lines and escapes the equals sign.
    const text = mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
    return /http\S+\/reset-password\S+/.exec(text)?.[0];
  };
  await expect.poll(linkIn, { timeout: 10_000 }).toBeDefined();
  const { page: theirs } = await aWindow();
  await theirs.goto((await linkIn()) ?? "");
  await theirs.getByLabel("New Password", { exact: false }).first().fill(SECOND.password);
  await theirs.getByLabel(/Confirm/).fill(SECOND.password);
  await theirs.getByRole("button", { name: /Password$/ }).click();
  await theirs.waitForURL(/\/admin\/login/);
  await signIn(theirs, SECOND, "account");
  await theirs.getByRole("button", { name: "Add authenticator app" }).click();
  const secret = (await theirs.getByRole("dialog").locator(".font-mono").textContent()) ?? "";
  const code = () => totpCodeOf(secret, totpStepAt(new Date()));
  await theirs.getByLabel("Authentication code").fill(code());
  await theirs.getByRole("button", { name: "Verify" }).click();
  await theirs.getByText("Authenticator app added").waitFor();
  await theirs.getByRole("button", { name: "Logout" }).click();
  await theirs.getByRole("button", { name: "Login" }).waitFor();

  // The phone is lost: the password leads to the question for the factor, and no further.
  const lost = await aWindow({ viewport: WIDTHS.phone });
  await signIn(lost.page, SECOND, "account");
  await lost.page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  expect(await remarksOn(lost)).toEqual([]);
  lost.expectComplaint(/4\d\d|Request failed/);
  await lost.page.getByLabel("Authentication code").fill("000000");
  await lost.page.getByRole("button", { name: "Verify" }).click();
  await lost.page.getByText("That code is not right.").waitFor();
  await lost.page.goto(`${area.firm.product.url}/admin/dashboard`);
  await lost.page.getByRole("button", { name: "Login" }).waitFor();

  await page.reload();
  const row = page.getByRole("row", { name: /second@firm\.example/ });
  await row.getByText("Authenticator app").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await row.getByRole("button", { name: /^Remove factors/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove factors" }).click();
  await page.getByText(`${SECOND.email} signs in with the password alone now`).waitFor();
  const again = await aWindow();
  await signIn(again.page, SECOND, "account");
  await again.page.getByText("None yet. A password alone opens your account.").waitFor();
  await expect
    .poll(async () => (await area.mailsTo(SECOND.email)).join("\n"), { timeout: 10_000 })
    .toContain("Your second factors at");

  // Removed: the session that is open ends with the account.
  await row.getByRole("button", { name: /^Remove: / }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText(`${SECOND.email} is no administrator any more`).waitFor();
  again.expectComplaint(/40\d|Request failed/);
  await again.page.reload();
  await again.page.getByRole("button", { name: "Login" }).waitFor();
  // Nobody offers to remove the one who is left.
  expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
});

test("a security key and a passkey are added, asked for at the door, and removed", async () => {
  const visit = await aWindow();
  const { page } = visit;
  await anAuthenticatorOf(await page.context().newCDPSession(page), "usb");
  await signIn(page, area.firm.administrator, "account");
  await page.getByText("None yet. A password alone opens your account.").waitFor();
  await page.getByRole("button", { name: "Add security key" }).click();
  await page.getByText("Security key added").waitFor();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Login" }).waitFor();
  await signIn(page, area.firm.administrator, "account");
  await page.getByRole("heading", { name: "Two-Factor Authentication" }).waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await page.getByRole("button", { name: 'Use passkey "Security key"' }).click();
  // The page that was wanted opens behind the factor.
  await page.getByRole("button", { name: "Remove Security key" }).waitFor();
  await page.getByRole("link", { name: "Administrators" }).click();
  await page
    .getByRole("row", { name: /owner@firm\.example/ })
    .getByText("Security key")
    .waitFor();
  await page.getByRole("link", { name: "Your sign-in" }).click();

  const withPlatform = await aWindow();
  await anAuthenticatorOf(await withPlatform.context.newCDPSession(withPlatform.page), "internal");
  await page.getByRole("button", { name: "Remove Security key" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("None yet. A password alone opens your account.").waitFor();
  await signIn(withPlatform.page, area.firm.administrator, "account");
  await withPlatform.page.getByRole("button", { name: "Add passkey" }).click();
  await withPlatform.page.getByText("Passkey added").waitFor();
  // The other session has not given the factor: it ended with the enrolment, and says so.
  visit.expectComplaint(/40\d|Request failed/);
  await page.reload();
  await page.getByRole("button", { name: "Login" }).waitFor();
  await withPlatform.page.getByRole("button", { name: "Remove Passkey" }).click();
  await withPlatform.page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await withPlatform.page.getByText("None yet.").waitFor();
});
