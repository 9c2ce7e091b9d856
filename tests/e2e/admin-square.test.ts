import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminArea, anAdminArea, remarksOn } from "#tests/support/an-admin-area.ts";
import type { Visit } from "#tests/support/browser.ts";
import { aVisit, WIDTHS } from "#tests/support/browser.ts";

let area: AdminArea;
beforeAll(async () => {
  area = await anAdminArea({ SQUARE_SIMULATOR_CONTROL: "true" });
});
afterAll(() => area?.stop());

/** Both widths of the screen as it stands. */
async function looksRight(visit: Visit): Promise<void> {
  for (const width of [WIDTHS.phone, WIDTHS.desktop]) {
    await visit.page.setViewportSize(width);
    // Tables become cards a moment after the window has become narrow.
    await visit.page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await remarksOn(visit)).toEqual([]);
  }
}

test("an administrator connects Square, sees what each run did, compares, replays an event and disconnects", async () => {
  const { visit, page } = await area.signedInAt("/admin/square", { reducedMotion: "reduce" });
  await page.getByRole("heading", { name: "Square", exact: true }).waitFor();
  await page.getByText("Not connected").waitFor();
  await page.getByText("No runs yet").waitFor();
  await looksRight(visit);

  await page.getByRole("button", { name: "Connect Square" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Square account connected successfully!").waitFor();
  await page.getByRole("link", { name: "Runs and Events" }).click();
  await page.getByText("read merchant profile, read invoices, read orders").waitFor();

  await page.getByRole("button", { name: "Sync Invoices" }).click();
  await page.getByText(/✅ Synced \d+ invoices from Square/).waitFor();
  await page.getByRole("button", { name: /^Report of / }).click();
  await page.getByRole("heading", { name: /^Unmatched \(\d+\)$/ }).waitFor();
  await page.getByText("no client has the customer's e-mail address").first().waitFor();
  await looksRight(visit);

  // Something of ours went wrong: the comparison finds it, says what it was, and mends it.
  const rows = area.rows();
  const { data: invoice } = await rows
    .from("invoices")
    .select("id, square_invoice_id, invoice_number, amount")
    .eq("status", "pending")
    .order("square_invoice_id")
    .limit(1)
    .single();
  if (!invoice) throw new Error("no invoice is pending");
  await rows
    .from("invoices")
    .update({ amount: Number(invoice.amount) + 1 })
    .eq("id", invoice.id);
  await page.getByRole("button", { name: "Compare with Square" }).click();
  await page.getByText(/✅ Synced \d+ invoices from Square/).waitFor();
  await page.getByRole("tab", { name: "Differences" }).click();
  await page.getByText("1 difference found and mended. Both sides are equal now.").waitFor();
  await page.getByText(`${Number(invoice.amount).toFixed(2)} at Square`).waitFor();
  await looksRight(visit);

  await fetch(`${area.firm.product.url}/square-simulator/control/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: invoice.square_invoice_id, how: { amount: "all" } }),
  }).then((answer) => expect(answer.status).toBe(200));
  await expect
    .poll(async () => {
      const { data } = await rows.from("invoices").select("status").eq("id", invoice.id).single();
      return data?.status;
    })
    .toBe("paid");
  await page.getByRole("tab", { name: "Events" }).click();
  await page.getByLabel("Filter by outcome").selectOption("applied");
  const paid = page.getByRole("button", { name: /^Replay invoice\./ }).first();
  await paid.waitFor();
  await looksRight(visit);
  await paid.click();
  await page.getByText("The event is dealt with once more").waitFor();

  await page.getByRole("button", { name: "Disconnect" }).click();
  const question = page.getByRole("alertdialog");
  await question
    .getByText("Disconnect Square? Invoices stay as they are now and no longer follow Square.")
    .waitFor();
  await question.getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("Not connected").waitFor();
  await page.getByText(/open invoices of Wardline are as of .*: no connection keeps them true\./).waitFor();
  await looksRight(visit);
  const { data: acts } = await rows
    .from("audit_log")
    .select("action, actor")
    .eq("table_name", "provider_connections")
    .order("id");
  expect(acts).toEqual([
    { action: "connect", actor: area.firm.administrator.email },
    { action: "disconnect", actor: area.firm.administrator.email },
  ]);
  expect(visit.complaints()).toEqual([]);
});

test("a client who comes back from the checkout sees the plan once Square has confirmed it", async () => {
  const { product, clients } = area.firm;
  const { page: office } = await area.signedInAt("/admin/square");
  await office.getByRole("button", { name: "Connect Square" }).click();
  await office.getByRole("button", { name: "Allow", exact: true }).click();
  await office.getByText("Square account connected successfully!").waitFor();
  const plans = await fetch(`${product.url}/square-simulator/control/plans`).then((answer) => answer.json());
  const [plan] = plans;
  const stored = await area.rows().from("subscription_tiers").insert({
    tier_name: plan.name,
    monthly_price: 950,
    square_checkout_url: plan.checkoutUrl,
    square_plan_variation_id: plan.variationId,
  });
  expect(stored.error).toBeNull();

  const client = clients[1];
  const visit = await aVisit(area.browser, { viewport: WIDTHS.phone });
  const { page } = visit;
  await page.goto(`${product.url}/client-portal?section=book-service&checkout=done`);
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Login" }).click();
  // The address alone proves nothing.
  await page.getByText("Waiting for Square to confirm your subscription...").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  const [checkout] = await Promise.all([
    visit.context.waitForEvent("page"),
    page.getByRole("link", { name: `Subscribe Now to ${plan.name} (opens in a new tab)` }).click(),
  ]);
  await checkout.getByLabel("First name").fill("Grace");
  await checkout.getByLabel("E-mail").fill(client.email);
  await checkout.getByRole("button", { name: "Subscribe" }).click();
  for (const tab of [checkout, page])
    await tab.getByText(`Square has confirmed your subscription to ${plan.name}.`).waitFor();
  await page.getByText(/^Next billing /).waitFor();
  expect(visit.complaints()).toEqual([]);
});
