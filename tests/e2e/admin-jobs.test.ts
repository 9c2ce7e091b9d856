import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { postfixReport } from "#tests/support/email/bounce-emails.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";

// Tests undelivered email, which the mail server rejects or which bounces later.

const BOUNCE_TOKEN = "a-long-token-of-the-mail-server";
let mailServer: TestSmtpServer;
let area: AdminArea;
beforeAll(async () => {
  mailServer = await startSmtpServer();
  area = await startAdminArea({ SMTP_URL: mailServer.url, MAIL_BOUNCE_TOKEN: BOUNCE_TOKEN });
});
afterAll(async () => {
  await area?.stop();
  await mailServer?.stop();
});

test("lists failed email, dismisses one and resends another after the mail server recovers", async () => {
  const { session, page } = await area.signInAt("/admin/dashboard", { reducedMotion: "reduce" });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("jobs and");
  await page.getByRole("option", { name: /^Jobs and email/ }).click();
  await page.getByText("No undelivered email").waitFor();
  await page.getByText("All jobs are healthy.").waitFor();
  await page.getByText("Advanced", { exact: true }).click();
  const invoiceEmailJob = page.getByRole("row", { name: /^Send invoice emails/ });
  await invoiceEmailJob.getByText("Every minute.").waitFor();
  expect(await findPageIssues(session)).toEqual([]);

  mailServer.rejectWith(451);
  const { supabaseUrl, publishableKey } = await (await fetch(`${area.firm.product.url}/api/config`)).json();
  const [resent, dismissed] = [area.firm.clients[0].email, area.firm.clients[1].email];
  for (const email of [resent, dismissed]) {
    const response = await fetch(`${supabaseUrl}/auth/v1/recover`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: publishableKey },
      body: JSON.stringify({ email }),
    });
    expect(response.status).toBe(200);
  }
  // After a long outage, the next attempt is hours away.
  const getRow = (email: string) =>
    page.getByRole("row", { name: /^Reset your / }).filter({ has: page.getByText(email) });
  const row = getRow(resent);
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByRole("heading", { name: "Undelivered email" }).waitFor();
        const badges = [resent, dismissed].map((email) => getRow(email).getByText("Retrying"));
        return (await Promise.all(badges.map((badge) => badge.isVisible()))).every(Boolean);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await row.getByText(/451 not now/).waitFor();
  // Both buttons are visible without scrolling.
  const areButtonsVisible = await row
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect().right <= document.documentElement.clientWidth),
    );
  expect(areButtonsVisible).toEqual([true, true]);
  await page.setViewportSize(VIEWPORTS.phone);
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await findPageIssues(session)).toEqual([]);

  const question = page.getByRole("alertdialog");
  const dismiss = async () => {
    await page.getByRole("button", { name: new RegExp(`^Dismiss: .* to ${dismissed}$`) }).click();
    await question.getByText("It won't be retried.").waitFor();
    expect(await findPageIssues(session)).toEqual([]);
    const response = page.waitForResponse(/\/dismiss$/);
    await question.getByRole("button", { name: "Dismiss" }).click();
    return (await response).status();
  };
  // While a retry is sending the email, it cannot be dismissed.
  session.allowConsoleMessage(/status of 40[49]/);
  await expect.poll(dismiss, { timeout: 30_000, interval: 1000 }).toBe(200);
  await page.getByText(`Email to ${dismissed} dismissed`).waitFor();
  await page.getByText(dismissed, { exact: true }).waitFor({ state: "detached" });

  // The mail server recovers after the click. Otherwise, an automatic retry could send the email first.
  await page.getByRole("button", { name: new RegExp(`^Resend: .* to ${resent}$`) }).click();
  await page.getByText(`Resending the email to ${resent}`).waitFor();
  mailServer.rejectWith(null);
  await page.getByText("No undelivered email").waitFor({ timeout: 30_000 });
  expect(mailServer.received.map(({ to }) => to)).toEqual([[resent]]);

  await page.setViewportSize(VIEWPORTS.desktop);
  const reported = await fetch(`${area.firm.product.url}/api/mail-bounce`, {
    method: "POST",
    headers: { authorization: `Bearer ${BOUNCE_TOKEN}`, "content-type": "message/rfc822" },
    body: postfixReport({
      messageId: mailServer.received[0]?.message.messageId?.slice(1, -1) ?? "",
      recipient: resent,
    }),
  });
  expect(await reported.json()).toMatchObject({ outcome: "bounced" });
  await page.reload();
  await row.getByText("Bounced").waitFor();
  await row.getByText(/^550 5\.1\.1 .*User unknown$/).waitFor();
  // The one-time link was deleted after sending, so the email can't be resent.
  expect(await row.getByRole("button", { name: /^Resend/ }).count()).toBe(0);
  expect(await findPageIssues(session)).toEqual([]);
  await page.goto(`${area.firm.product.url}/admin/dashboard`);
  await page.getByRole("link", { name: /^1 email bounced/ }).click();

  await page.getByLabel("New invoice").click();
  await page.getByText("Settings saved").waitFor();
  await page.getByText("Advanced", { exact: true }).click();
  await page.getByRole("button", { name: "Run now: Send invoice emails" }).click();
  await expect.poll(() => invoiceEmailJob.getByText("OK").isVisible(), { timeout: 30_000 }).toBe(true);
  await page.reload();
  expect(await page.getByLabel("New invoice").isChecked()).toBe(false);
  expect(await findPageIssues(session)).toEqual([]);
  expect(session.consoleMessages()).toEqual([]);
  await session.close();
});

test("shows an error when the section fails to load, and loads after Retry", async () => {
  const { session, page } = await area.signInAt("/admin/settings?section=privacy");
  session.allowConsoleMessage(/50\d|Failed to load/);
  await page.route("**/api/admin/jobs", (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.goto(`${area.firm.product.url}/admin/settings?section=jobs`);
  await page.getByText("We couldn't load jobs and email.").waitFor({ timeout: 30_000 });
  await page.unroute("**/api/admin/jobs");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Advanced", { exact: true }).waitFor();
  expect(await page.getByRole("heading", { name: "Schedules" }).isVisible()).toBe(false);
  expect(session.consoleMessages()).toEqual([]);
  await session.close();
});
