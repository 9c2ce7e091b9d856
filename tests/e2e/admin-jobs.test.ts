import { afterAll, beforeAll, expect, test } from "vitest";
import { aMailServer, type MailServer } from "#tests/support/a-mail-server.ts";
import { type AdminArea, anAdminArea, remarksOn } from "#tests/support/an-admin-area.ts";
import { postfixReport } from "#tests/support/bounces.ts";
import { WIDTHS } from "#tests/support/browser.ts";

// Mail that the mail server does not take is seen, and sent again once it does; so is mail that comes back later.

const BOUNCE_TOKEN = "a-long-token-of-the-mail-server";
let mailServer: MailServer;
let area: AdminArea;
beforeAll(async () => {
  mailServer = await aMailServer();
  area = await anAdminArea({ SMTP_URL: mailServer.url, MAIL_BOUNCE_TOKEN: BOUNCE_TOKEN });
});
afterAll(async () => {
  await area?.stop();
  await mailServer?.stop();
});

test("an administrator sees mails that failed, dismisses one, and sends the other again once the mail server is back", async () => {
  const { visit, page } = await area.signedInAt("/admin/dashboard", { reducedMotion: "reduce" });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("jobs and");
  await page.getByRole("option", { name: /^Jobs and mail/ }).click();
  await page.getByText("No undelivered mail").waitFor();
  await page.getByText("No job is stuck, and none has been given up.").waitFor();
  const announcing = page.getByRole("row", { name: /^Announce invoices/ });
  await announcing.getByText("Every minute.").waitFor();
  expect(await remarksOn(visit)).toEqual([]);

  mailServer.refuseWith(451);
  const { supabaseUrl, publishableKey } = await (await fetch(`${area.firm.product.url}/api/config`)).json();
  const [kept, dismissed] = [area.firm.clients[0].email, area.firm.clients[1].email];
  for (const email of [kept, dismissed]) {
    const asked = await fetch(`${supabaseUrl}/auth/v1/recover`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: publishableKey },
      body: JSON.stringify({ email }),
    });
    expect(asked.status).toBe(200);
  }
  // A mail server that is away for long: nothing tries again for hours.
  const rowOf = (email: string) =>
    page.getByRole("row", { name: /^Reset your / }).filter({ has: page.getByText(email) });
  const row = rowOf(kept);
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByRole("heading", { name: "Mail not delivered" }).waitFor();
        const failed = [kept, dismissed].map((email) => rowOf(email).getByText("Failed, trying again"));
        return (await Promise.all(failed.map((mail) => mail.isVisible()))).every(Boolean);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await row.getByText(/451 not now/).waitFor();
  // Both acts are within the screen, beside the mail.
  const acts = await row
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect().right <= document.documentElement.clientWidth),
    );
  expect(acts).toEqual([true, true]);
  await page.setViewportSize(WIDTHS.phone);
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await remarksOn(visit)).toEqual([]);

  await page.getByRole("button", { name: new RegExp(`^Dismiss: .* to ${dismissed}$`) }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("It is not tried again.").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await question.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText(`The mail to ${dismissed} is dismissed`).waitFor();
  await page.getByText(dismissed, { exact: true }).waitFor({ state: "detached" });

  mailServer.refuseWith(null);
  await page.getByRole("button", { name: new RegExp(`^Send again: .* to ${kept}$`) }).click();
  await page.getByText(`The mail to ${kept} is tried again`).waitFor();
  await page.getByText("No undelivered mail").waitFor({ timeout: 30_000 });
  expect(mailServer.received.map(({ to }) => to)).toEqual([[kept]]);

  await page.setViewportSize(WIDTHS.desktop);
  const reported = await fetch(`${area.firm.product.url}/api/mail-bounce`, {
    method: "POST",
    headers: { authorization: `Bearer ${BOUNCE_TOKEN}`, "content-type": "message/rfc822" },
    body: postfixReport({
      messageId: mailServer.received[0]?.message.messageId?.slice(1, -1) ?? "",
      recipient: kept,
    }),
  });
  expect(await reported.json()).toMatchObject({ outcome: "bounced" });
  await page.reload();
  await row.getByText("Came back").waitFor();
  await row.getByText(/^550 5\.1\.1 .*User unknown$/).waitFor();
  // The link it held is gone: there is nothing to send again.
  expect(await row.getByRole("button", { name: /^Send again/ }).count()).toBe(0);
  expect(await remarksOn(visit)).toEqual([]);
  await page.goto(`${area.firm.product.url}/admin/dashboard`);
  await page.getByText("1 mail came back.").waitFor();
  await page.getByRole("link", { name: "Jobs and mail" }).click();

  await page.getByLabel("Tell clients of a new invoice").click();
  await page.getByText("Settings saved").waitFor();
  await page.getByRole("button", { name: "Run now: Announce invoices" }).click();
  await expect.poll(() => announcing.getByText("OK").isVisible(), { timeout: 30_000 }).toBe(true);
  await page.reload();
  expect(await page.getByLabel("Tell clients of a new invoice").isChecked()).toBe(false);
  expect(await remarksOn(visit)).toEqual([]);
  expect(visit.complaints()).toEqual([]);
  await visit.close();
});

test("a screen that cannot be loaded says so, and loads when asked again", async () => {
  const { visit, page } = await area.signedInAt("/admin/settings?section=privacy");
  visit.expectComplaint(/50\d|Failed to load/);
  await page.route("**/api/admin/jobs", (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.goto(`${area.firm.product.url}/admin/settings?section=jobs`);
  await page.getByText("Jobs and mail could not be loaded.").waitFor({ timeout: 30_000 });
  await page.unroute("**/api/admin/jobs");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { name: "Schedules" }).waitFor();
  expect(visit.complaints()).toEqual([]);
  await visit.close();
});
