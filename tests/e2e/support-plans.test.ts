import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, openPage, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";
import type { Credentials } from "#tests/support/product/test-firm.ts";

type OfferedPlan = { name: string; variationId: string; checkoutUrl: string; monthlyCents: number };

let area: AdminArea;
let watch: OfferedPlan;
let shield: OfferedPlan;

beforeAll(async () => {
  area = await startAdminArea({ SQUARE_SIMULATOR_CONTROL: "true" });
  const { session, page } = await area.signInAt("/admin/square");
  await page.getByRole("button", { name: "Connect Square" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Square account connected successfully!").waitFor();
  await session.close();
  const response = await fetch(`${area.firm.product.url}/square-simulator/control/plans`);
  const plans: OfferedPlan[] = await response.json();
  // The simulated seller has given the first client the second plan. It is not imported, because no tier uses it.
  watch = requirePlan(plans, 0);
  shield = requirePlan(plans, 2);
  const stored = await area
    .serviceClient()
    .from("subscription_tiers")
    .insert(
      [watch, shield].map((plan, index) => ({
        tier_name: plan.name,
        monthly_price: plan.monthlyCents / 100,
        display_order: index + 1,
        square_checkout_url: plan.checkoutUrl,
        square_plan_variation_id: plan.variationId,
      })),
    );
  expect(stored.error).toBeNull();
});
afterAll(() => area?.stop());

function requirePlan(plans: readonly OfferedPlan[], index: number): OfferedPlan {
  const plan = plans[index];
  if (!plan) {
    throw new Error("the simulated seller offers too few plans");
  }
  return plan;
}

async function openPlans({ email, password }: Credentials): Promise<BrowserSession> {
  const session = await openPage(area.browser, { viewport: VIEWPORTS.phone, reducedMotion: "reduce" });
  const { page } = session;
  await page.goto(`${area.firm.product.url}/client-portal?section=book-service`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { name: watch.name, exact: true }).waitFor();
  return session;
}

const subscribeButton = (page: Page, plan: OfferedPlan) =>
  page.getByRole("button", { name: `Subscribe Now to ${plan.name} (opens in a new tab)` });

async function fillCheckout(checkout: Page, email: string): Promise<void> {
  await checkout.getByLabel("First name").fill("Grace");
  await checkout.getByLabel("Email").fill(email);
  await checkout.getByRole("button", { name: "Subscribe" }).click();
}

async function subscribe({ context, page }: BrowserSession, plan: OfferedPlan, email: string): Promise<Page> {
  const [checkout] = await Promise.all([context.waitForEvent("page"), subscribeButton(page, plan).click()]);
  await fillCheckout(checkout, email);
  return checkout;
}

/** Checks the page at phone and desktop widths. */
async function expectNoIssues(session: BrowserSession): Promise<void> {
  for (const width of [VIEWPORTS.phone, VIEWPORTS.desktop]) {
    await session.page.setViewportSize(width);
    await session.page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await findPageIssues(session)).toEqual([]);
  }
}

test("a client with a plan requests a change instead of subscribing twice, and gets an answer", async () => {
  const client = area.firm.clients[0];
  const session = await openPlans(client);
  const { page } = session;
  const note = page.getByRole("region", { name: "What to enter at checkout" });
  await note.getByText(client.email).waitFor();
  await session.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await note.getByRole("button", { name: "Copy email" }).click();
  await page.getByText("Email copied").waitFor();
  await expectNoIssues(session);
  await page.setViewportSize(VIEWPORTS.phone);
  const checkout = await subscribe(session, watch, client.email);
  await checkout.getByText(`You're subscribed to ${watch.name}.`).waitFor();
  await page.reload();
  await page.getByText(/^Next billing /).waitFor();
  expect(await page.getByRole("button", { name: /^Subscribe Now/ }).count()).toBe(0);
  await expectNoIssues(session);

  await page.getByRole("button", { name: `Request change: ${shield.name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^New price: \$[\d,]+ per month instead of \$[\d,]+$/).waitFor();
  await dialog.getByLabel("Note").fill("For our audit.");
  await expectNoIssues(session);
  await dialog.getByRole("button", { name: "Send request" }).click();
  await page.getByText("Request sent. We'll reply within 24 hours.").waitFor();
  await page.getByRole("button", { name: `Change requested: ${shield.name}` }).waitFor();
  await expectFocus(page.getByRole("heading", { level: 1 }));
  const planBanner = page.getByRole("region", { name: `Active plan: ${watch.name}` });
  await planBanner
    .getByText(/^Change to .+ requested \w{3} \d+, \d{4}\. We'll reply within 24 hours\.$/)
    .waitFor();
  await planBanner.getByRole("button", { name: `Withdraw request: Change to ${shield.name}` }).waitFor();
  await expectNoIssues(session);

  await page.getByRole("button", { name: `Manage ${watch.name}` }).click();
  await dialog.getByText(`Change to ${shield.name}`).waitFor();
  await dialog.getByText(/ per month$/).waitFor();
  await dialog.getByRole("link", { name: /^View billing at Square/ }).waitFor();
  await expectNoIssues(session);
  await dialog.getByRole("button", { name: "Request cancellation" }).click();
  await dialog.getByText(/ ends on \w{3} \d+, \d{4}, the last day you've paid for\.$/).waitFor();
  await dialog.getByRole("button", { name: `Keep ${watch.name}`, exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Request cancellation" }).click();
  await page.getByRole("button", { name: `Manage ${watch.name}` }).click();
  await dialog.getByRole("button", { name: /^Keep plan: withdraw Cancellation on / }).click();
  await page.getByText("Request withdrawn. Your plan continues.").waitFor();
  await dialog.getByRole("button", { name: "Request cancellation" }).waitFor();

  const { session: adminSession, page: adminPage } = await area.signInAt("/admin/dashboard", {
    reducedMotion: "reduce",
  });
  await adminPage.getByRole("link", { name: /Plan request: Change to / }).click();
  await adminPage.getByText(`Change to ${shield.name} · now on ${watch.name}`).waitFor();
  await expectNoIssues(adminSession);
  await adminPage.getByRole("button", { name: `Answer: ${client.company}` }).click();
  await adminPage.getByRole("dialog").getByLabel("Answer").fill("You're on the new plan from tomorrow.");
  await expectNoIssues(adminSession);
  await adminPage.getByRole("button", { name: "Send answer" }).click();
  await adminPage.getByText("All requests are answered").waitFor();
  await expect
    .poll(async () =>
      (await area.emailsTo(client.email)).some((text) => text.includes("answered your plan request")),
    )
    .toBe(true);

  await page.reload();
  await page.getByRole("button", { name: `Manage ${watch.name}` }).click();
  await dialog.getByText("You're on the new plan from tomorrow.").waitFor();
  expect(session.consoleMessages()).toEqual([]);
  expect(adminSession.consoleMessages()).toEqual([]);
  await Promise.all([session.close(), adminSession.close()]);
});

test("a client requests to keep a plan that is scheduled to end, and the firm keeps it in Square", async () => {
  const client = area.firm.clients[0];
  const { session: adminSession, page: adminPage } = await area.signInAt("/admin/square", {
    reducedMotion: "reduce",
  });
  const isAllowed = adminPage.getByLabel("Allow creating invoices in Square");
  await isAllowed.check();
  const form = adminPage.locator("form").filter({ has: isAllowed });
  await form.getByRole("button", { name: "Save Changes" }).click();
  await adminPage.getByText("Invoice creation turned on").waitFor();
  await adminPage.getByRole("button", { name: "Reconnect Square" }).first().click();
  await adminPage.getByRole("button", { name: "Allow", exact: true }).click();
  await adminPage.getByText("Square account connected successfully!").waitFor();
  await adminPage.goto(`${area.firm.product.url}/admin/subscriptions`);
  await adminPage.getByRole("button", { name: `End plan: ${client.company}` }).click();
  await adminPage.getByRole("button", { name: /^End plan on .* in Square$/ }).click();
  await adminPage.getByRole("button", { name: `Keep plan: ${client.company}` }).waitFor();

  const session = await openPlans(client);
  const { page } = session;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: `Manage ${watch.name}` }).click();
  await dialog.getByText("Changed your mind?", { exact: false }).waitFor();
  await expectNoIssues(session);
  await dialog.getByRole("button", { name: "Keep plan" }).click();
  await page.getByText("Request sent. We'll reply within 24 hours.").waitFor();
  await page.getByText(/^On .*, you asked us to keep this plan\./).waitFor();
  await expectNoIssues(session);
  await page.getByRole("button", { name: `Manage ${watch.name}` }).click();
  await dialog.getByRole("button", { name: /^Withdraw request: Keep the plan that ends on / }).click();
  await page.getByText("Request withdrawn").waitFor();
  await dialog.getByRole("button", { name: "Keep plan" }).click();
  await page.getByText(/^On .*, you asked us to keep this plan\./).waitFor();

  await adminPage.reload();
  const requests = adminPage.getByRole("region", { name: "Plan requests" });
  await requests.getByText(/^Keep the plan that ends on .* · now on /).waitFor();
  await expectNoIssues(adminSession);
  await requests.getByRole("button", { name: `Keep plan: ${client.company}` }).click();
  await adminPage.getByText("We'll answer the request and email the client.", { exact: false }).waitFor();
  // Square confirms before the browser reads the status, so the browser never sees the change as pending.
  const isKept = Promise.withResolvers<void>();
  await adminPage.route("**/rest/v1/plan_endings*", (route) => isKept.promise.then(() => route.continue()));
  await adminPage.getByRole("button", { name: "Keep plan in Square" }).click();
  const kept = area.serviceClient().from("plan_endings").select("id").eq("kind", "keep").eq("status", "done");
  await expect.poll(async () => (await kept).data?.length, { timeout: 15_000 }).toBe(1);
  isKept.resolve();
  await adminPage.getByText("All requests are answered").waitFor();
  await adminPage.getByRole("button", { name: `End plan: ${client.company}` }).waitFor();

  await page.reload();
  await page.getByText(/^Next billing /).waitFor();
  await page.getByRole("button", { name: `Manage ${watch.name}` }).click();
  await dialog.getByText(/^Your plan continues\. The next charge is on /).waitFor();
  expect(session.consoleMessages()).toEqual([]);
  expect(adminSession.consoleMessages()).toEqual([]);
  await Promise.all([session.close(), adminSession.close()]);
});

test("an open checkout blocks others until the client confirms that it was not paid", async () => {
  const session = await openPlans(area.firm.clients[1]);
  const { context, page } = session;
  await Promise.all([context.waitForEvent("page"), subscribeButton(page, watch).click()]);
  await page.getByText(`The checkout for ${watch.name} was opened `).waitFor();
  expect(await page.getByRole("button", { name: /^Confirming payment: / }).count()).toBeGreaterThan(1);
  expect(await page.getByRole("button", { name: /^Subscribe Now/ }).count()).toBe(0);
  await expectNoIssues(session);
  await page.getByRole("button", { name: "I didn't pay" }).click();
  const [checkout] = await Promise.all([context.waitForEvent("page"), subscribeButton(page, shield).click()]);
  await checkout.getByLabel("First name").waitFor();
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const aged = await area
    .serviceClient()
    .from("plan_checkouts")
    .update({ started_at: hourAgo })
    .gt("started_at", "2000-01-01");
  expect(aged.error).toBeNull();
  await page.reload();
  await subscribeButton(page, watch).click();
  await page.getByText("Your last checkout isn't confirmed yet.").waitFor();
  const [repeated] = await Promise.all([
    context.waitForEvent("page", (tab) => tab !== checkout),
    page.getByRole("button", { name: "Continue to checkout" }).click(),
  ]);
  await repeated.getByLabel("First name").waitFor();
  const deleted = await area.serviceClient().from("plan_checkouts").delete().gt("started_at", "2000-01-01");
  expect(deleted.error).toBeNull();
  await session.close();
});

test("a page that is older than a subscription can't open a second checkout", async () => {
  const client = area.firm.clients[1];
  const session = await openPlans(client);
  const oldSession = await openPlans(client);
  const checkout = await subscribe(session, watch, client.email);
  await checkout.getByText(`You're subscribed to ${watch.name}.`).waitFor();
  oldSession.allowConsoleMessage(/409/);
  await subscribeButton(oldSession.page, shield).click();
  await oldSession.page.getByText("You already have a plan. Request a change instead.").waitFor();
  await oldSession.page.getByRole("button", { name: `Request change: ${shield.name}` }).waitFor();

  // A checkout page that was opened earlier still works, because Square serves it.
  await checkout.goto(shield.checkoutUrl);
  await fillCheckout(checkout, client.email);
  await checkout.getByText(`You're subscribed to ${shield.name}.`).waitFor();
  await checkout.getByText("You have 2 plans and are billed for each.").waitFor();
  expect(await checkout.getByText(`You're subscribed to ${watch.name}.`).count()).toBe(0);
  await session.page.reload();
  await session.page.getByText("You have 2 plans and are billed for each.").waitFor();
  await expectNoIssues(session);

  const { session: adminSession, page: adminPage } = await area.signInAt("/admin/dashboard", {
    reducedMotion: "reduce",
  });
  await adminPage.getByRole("heading", { name: "Needs attention" }).waitFor();
  await expectNoIssues(adminSession);
  await adminPage.getByRole("link", { name: `${client.company} is billed for 2 plans` }).click();
  await expect
    .poll(() => adminPage.getByRole("row").filter({ hasText: "1 of 2 billed plans" }).count())
    .toBe(2);
  await expectNoIssues(adminSession);
  await Promise.all([session.close(), oldSession.close(), adminSession.close()]);
});

test("an administrator dismisses a plan whose payer is not a client, and restores it", async () => {
  const email = "grace@private.example";
  const { session, page } = await area.signInAt("/admin/dashboard", { reducedMotion: "reduce" });
  const checkout = await session.context.newPage();
  await checkout.goto(watch.checkoutUrl);
  await fillCheckout(checkout, email);
  await expect
    .poll(
      async () =>
        (await area.serviceClient().from("unmatched_subscriptions").select("id").eq("payer_email", email))
          .data,
      { timeout: 10_000 },
    )
    .toHaveLength(1);
  await page.goto(`${area.firm.product.url}/admin/subscriptions`);
  const dismiss = page.getByRole("button", { name: new RegExp(`^Dismiss plan: .*${email}`) });
  await dismiss.waitFor();
  await expectNoIssues(session);
  await dismiss.click();
  await page.getByText(/The plan no longer appears here or on the dashboard/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await dismiss.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Dismiss plan" }).click();
  await page.getByText("Plan dismissed.").waitFor();
  await dismiss.waitFor({ state: "detached" });
  const filter = page.getByLabel("Filter plans without a client");
  await filter.selectOption("dismissed");
  await page.getByText(/^Dismissed: .*grace@private\.example/).waitFor();
  await expectNoIssues(session);
  await page.getByRole("button", { name: new RegExp(`^Restore plan: .*${email}`) }).click();
  await page.getByText("Plan restored.").waitFor();
  await filter.waitFor({ state: "detached" });
  await dismiss.waitFor();
  expect(session.consoleMessages()).toEqual([]);
  await session.close();
});
