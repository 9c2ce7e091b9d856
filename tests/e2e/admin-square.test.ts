import { afterAll, beforeAll, expect, test } from "vitest";
import {
  connectSquareText,
  firstInvoiceText,
  newInvoiceText,
  squareAccessText,
} from "#domain/square/writing.ts";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import type { BrowserSession } from "#tests/support/browser/browser.ts";
import { openPage, VIEWPORTS } from "#tests/support/browser/browser.ts";

let area: AdminArea;
beforeAll(async () => {
  area = await startAdminArea({ SQUARE_SIMULATOR_CONTROL: "true" });
});
afterAll(() => area?.stop());

/** Checks the current page at phone and desktop widths. */
async function expectNoIssues(session: BrowserSession): Promise<void> {
  for (const width of [VIEWPORTS.phone, VIEWPORTS.desktop]) {
    await session.page.setViewportSize(width);
    // Tables switch to the card layout shortly after the resize.
    await session.page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await findPageIssues(session)).toEqual([]);
  }
}

test("texts about invoices in Square follow the setting", async () => {
  const { session, page } = await area.signInAt("/admin/square", { reducedMotion: "reduce" });
  const isAllowed = page.getByLabel("Allow creating invoices in Square");
  const texts: [path: string, text: (isWritingEnabled: boolean) => string][] = [
    ["square", squareAccessText],
    ["dashboard", connectSquareText],
    ["invoices/drafts", firstInvoiceText],
    ["invoices/drafts/new", newInvoiceText],
    [`clients/${area.firm.clients[0].id}?tab=billing`, firstInvoiceText],
  ];
  for (const isOn of [false, true]) {
    for (const [path, text] of texts) {
      await page.goto(`${area.firm.product.url}/admin/${path}`);
      await page.getByText(text(isOn), { exact: true }).waitFor();
      expect(await page.getByText(text(!isOn), { exact: true }).count(), path).toBe(0);
      expect((await page.getByText(/read-only/i).count()) > 0, path).toBe(
        !isOn && /read-only/i.test(text(false)),
      );
    }
    await page.goto(`${area.firm.product.url}/admin/square`);
    await isAllowed.setChecked(!isOn);
    await page
      .locator("form")
      .filter({ has: isAllowed })
      .getByRole("button", { name: "Save Changes" })
      .click();
    await page.getByText(`Invoice creation turned ${isOn ? "off" : "on"}`).waitFor();
  }
  expect(session.consoleMessages()).toEqual([]);
  await session.close();
});

test("connects Square, shows sync reports, fixes differences, replays an event and disconnects", async () => {
  const { session, page } = await area.signInAt("/admin/square", { reducedMotion: "reduce" });
  await page.getByRole("heading", { name: "Square", exact: true }).waitFor();
  await page.getByText("Not connected").waitFor();
  await page.getByText("No runs yet").waitFor();
  await expectNoIssues(session);

  await page.getByRole("button", { name: "Connect Square" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Square account connected successfully!").waitFor();
  await page.getByRole("link", { name: "Sync history" }).click();
  await page.getByText("merchant profile, invoices, orders").waitFor();
  await page.getByLabel("San Francisco").uncheck();
  await page.getByText(/^New invoices from San Francisco won't be imported\./).waitFor();
  const saveLocations = page
    .locator("form")
    .filter({ has: page.getByLabel("San Francisco") })
    .getByRole("button", { name: "Save Changes" });
  expect(await saveLocations.isEnabled()).toBe(true);
  await saveLocations.click();
  await page.getByText("Locations saved").waitFor();
  await expect.poll(() => saveLocations.isEnabled()).toBe(false);
  await page.getByLabel("San Francisco").check();
  await saveLocations.click();
  await expect.poll(() => page.getByLabel("San Francisco").isChecked()).toBe(true);

  await page.getByRole("button", { name: "Sync Invoices" }).click();
  await page.getByText(/✅ Synced \d+ invoices from Square/).waitFor();
  await page.getByText("Sync after connecting").waitFor();
  await page
    .getByRole("button", { name: /^Report for / })
    .first()
    .click();
  await page.getByRole("heading", { name: /^Unmatched \(\d+\)$/ }).waitFor();
  await page.getByText("No client has this email").first().waitFor();
  await page
    .getByText(/^Billed to .*@/)
    .first()
    .waitFor();
  await expectNoIssues(session);

  // The comparison finds, reports and fixes an invoice that differs from Square.
  const rows = area.serviceClient();
  const { data: invoice } = await rows
    .from("invoices")
    .select("id, square_invoice_id, invoice_number, amount")
    .eq("status", "pending")
    .eq("is_processing", false)
    .order("square_invoice_id")
    .limit(1)
    .single();
  if (!invoice) {
    throw new Error("no invoice is pending");
  }
  await rows
    .from("invoices")
    .update({ amount: Number(invoice.amount) + 1 })
    .eq("id", invoice.id);
  await page.getByRole("button", { name: "Compare with Square" }).click();
  await page.getByText("1 difference found and fixed.").waitFor();
  await page.getByRole("tab", { name: "Differences" }).click();
  await page.getByText(`${Number(invoice.amount).toFixed(2)} in Square`).waitFor();
  await expectNoIssues(session);

  await fetch(`${area.firm.product.url}/square-simulator/control/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: invoice.square_invoice_id, how: { amount: "all" } }),
  }).then((response) => expect(response.status).toBe(200));
  await expect
    .poll(async () => {
      const { data } = await rows.from("invoices").select("status").eq("id", invoice.id).single();
      return data?.status;
    })
    .toBe("paid");
  await page.getByRole("tab", { name: "Events" }).click();
  await page.getByLabel("Filter by outcome").selectOption("applied");
  const paid = page.getByRole("button", { name: /^Replay (invoice|payment|order)\./ }).first();
  await paid.waitFor();
  await expectNoIssues(session);
  await paid.click();
  await page.getByText("Event replayed").waitFor();

  await page.getByRole("button", { name: "Disconnect" }).click();
  const question = page.getByRole("alertdialog");
  await question
    .getByText("Disconnect Square? Existing invoices stay in the portal but won't be updated.")
    .waitFor();
  await question.getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("Not connected").waitFor();
  await page.getByText(/Wardline is disconnected\. Its .* open invoices were last updated/).waitFor();
  await expectNoIssues(session);
  const { data: entries } = await rows
    .from("audit_log")
    .select("action, actor")
    .eq("table_name", "provider_connections")
    .order("id");
  expect(entries).toEqual([
    { action: "connect", actor: area.firm.administrator.email },
    { action: "update", actor: area.firm.administrator.email },
    { action: "update", actor: area.firm.administrator.email },
    { action: "disconnect", actor: area.firm.administrator.email },
  ]);
  expect(session.consoleMessages()).toEqual([]);
});

test("shows a client's new plan after checkout only when Square has confirmed it", async () => {
  const { product, clients } = area.firm;
  const { page: adminPage } = await area.signInAt("/admin/square");
  await adminPage.getByRole("button", { name: "Connect Square" }).click();
  await adminPage.getByRole("button", { name: "Allow", exact: true }).click();
  await adminPage.getByText("Square account connected successfully!").waitFor();
  const plans = await fetch(`${product.url}/square-simulator/control/plans`).then((response) =>
    response.json(),
  );
  const [plan] = plans;
  const stored = await area.serviceClient().from("subscription_tiers").insert({
    tier_name: plan.name,
    monthly_price: 950,
    square_checkout_url: plan.checkoutUrl,
    square_plan_variation_id: plan.variationId,
  });
  expect(stored.error).toBeNull();

  const client = clients[1];
  const session = await openPage(area.browser, { viewport: VIEWPORTS.phone });
  const { page } = session;
  await page.goto(`${product.url}/client-portal?section=book-service&checkout=done`);
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Login" }).click();
  // The URL alone does not confirm the subscription.
  await page.getByText("Confirming your subscription...").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  const [checkout] = await Promise.all([
    session.context.waitForEvent("page"),
    page.getByRole("button", { name: `Subscribe Now to ${plan.name} (opens in a new tab)` }).click(),
  ]);
  await checkout.getByLabel("First name").fill("Grace");
  await checkout.getByLabel("Email").fill(client.email);
  await checkout.getByRole("button", { name: "Subscribe" }).click();
  for (const tab of [checkout, page]) {
    await tab.getByText(`You're subscribed to ${plan.name}.`).waitFor();
  }
  await page.getByText(/^Next billing /).waitFor();
  expect(session.consoleMessages()).toEqual([]);
});

test("turns creating invoices on, which requires reconnecting, and continues an invoice that stopped", async () => {
  const { session, page } = await area.signInAt("/admin/square", { reducedMotion: "reduce" });
  await page.getByText("Read-only: the portal never moves money or changes anything in Square.").waitFor();
  await page.getByLabel("Allow creating invoices in Square").check();
  await page.getByText("Create orders with the lines of your invoices").waitFor();
  await page.getByRole("button", { name: "Save Changes" }).first().click();
  await page.getByText("Invoice creation turned on").waitFor();
  await page.getByText("Everything else keeps working.").waitFor();
  // Until Square grants the permissions.
  await page.getByText("Read-only: the portal never moves money or changes anything in Square.").waitFor();

  const rows = area.serviceClient();
  const { data: client } = await rows
    .from("clients")
    .insert({ company: "Fabrikam", contact_person: "Ada Moreno" })
    .select("id")
    .single();
  const draft = await rows.from("invoice_drafts").insert({
    client_id: client?.id ?? "",
    title: "Deposit",
    lines: [{ name: "Testing", note: "", quantity: "1", unitCents: 100, amountCents: 100 }],
    total_cents: 100,
    payments: [{ kind: "balance", dueOn: "2099-01-01", amountCents: 100 }],
    delivery: "link",
    requested_status: "prepared",
    problem: "permission_missing",
    problem_at: new Date().toISOString(),
  });
  expect(draft.error).toBeNull();
  await page.goto(`${area.firm.product.url}/admin/dashboard`);
  await page
    .getByRole("link", { name: /^Fabrikam.*Deposit: Square hasn't granted permission to create invoices/ })
    .click();
  await page.getByText("Reconnect Square to grant it, then try again.").waitFor();
  await expectNoIssues(session);

  await page.getByRole("button", { name: "Reconnect Square" }).first().click();
  await page.getByText("Create and change your invoices").waitFor();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Square account connected successfully!").waitFor();
  await page.goto(`${area.firm.product.url}/admin/square?tab=drafts`);
  await page.getByText("Customers, orders, invoices, subscriptions", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No stopped invoices").waitFor();
  await expect
    .poll(async () => (await rows.from("invoice_drafts").select("status")).data, { timeout: 20_000 })
    .toEqual([{ status: "prepared" }]);
  await expectNoIssues(session);
  expect(session.consoleMessages()).toEqual([]);
});
