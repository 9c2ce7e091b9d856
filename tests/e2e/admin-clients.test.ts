import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, openPage, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";

// Clients: invitation, editing, suspension.

let area: AdminArea;
let session: BrowserSession;

beforeAll(async () => {
  area = await startAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const messages = session.consoleMessages();
  await session.close();
  expect(messages).toEqual([]);
});

async function signInAt(path: string, options = {}) {
  const opened = await area.signInAt(path, options);
  session = opened.session;
  return opened.page;
}

test("creates a client from the dashboard, then resends and revokes the invitation", async () => {
  const page = await signInAt("/admin/dashboard");
  await page.getByRole("button", { name: "Create New Client" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  for (const message of ["Company is required", "Contact person is required", "Invalid email address"]) {
    await dialog.getByText(message).waitFor();
  }
  expect(await findPageIssues(session)).toEqual([]);
  await dialog.getByLabel("Company").fill("Lumen Bank");
  await dialog.getByLabel("Contact person").fill("Ida Frost");
  await dialog.getByLabel("Email").fill("ida@lumen.example");
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await page.getByRole("heading", { level: 1, name: "Lumen Bank" }).waitFor();
  await page.getByText("Invited", { exact: true }).waitFor();
  await expect.poll(async () => (await area.emailsTo("ida@lumen.example")).length).toBe(1);
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByText("Invitation sent", { exact: true }).waitFor();
  await expect.poll(async () => (await area.emailsTo("ida@lumen.example")).length).toBe(2);
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No account").waitFor();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invalid email address").waitFor();
  await page.getByLabel("Email").fill("frost@lumen.example");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Invited", { exact: true }).waitFor();
});

test("reports a duplicate email address in the dialog and keeps the input", async () => {
  const page = await signInAt("/admin/clients");
  await page.getByRole("button", { name: "Create New Client" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Company").fill("Second");
  await dialog.getByLabel("Contact person").fill("Test Contact");
  await dialog.getByLabel("Email").fill(area.firm.clients[0].email);
  session.allowConsoleMessage(/409/);
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await dialog.getByText("An account with this email address already exists.").waitFor();
  const emailField = dialog.getByLabel("Email");
  await expectFocus(emailField);
  expect(await emailField.getAttribute("aria-invalid")).toBe("true");
  expect(await dialog.getByRole("alert").count()).toBe(0);
  const { id, company } = area.firm.clients[0];
  const link = dialog.getByRole("link", { name: `Open ${company}` });
  expect(await link.getAttribute("href")).toBe(`/admin/clients/${id}`);
  expect(await findPageIssues(session)).toEqual([]);
  expect(await dialog.getByLabel("Company").inputValue()).toBe("Second");
  await emailField.fill("second@client.example");
  await link.waitFor({ state: "detached" });
});

test("shows a balance of zero apart from its label, and the menu next to the title on a phone", async () => {
  const { id, company } = area.firm.clients[1];
  const page = await signInAt(`/admin/clients/${id}`, { viewport: VIEWPORTS.phone });
  const subtitle = page.getByRole("paragraph").filter({ hasText: "Balance" });
  expect(await subtitle.innerText()).toMatch(/Balance\s\$0\.00$/);
  const title = await page.getByRole("heading", { name: company, level: 1 }).boundingBox();
  const menu = await page.getByRole("button", { name: "More actions" }).boundingBox();
  expect(Math.abs((menu?.y ?? 0) - (title?.y ?? 0))).toBeLessThan(10);
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeGreaterThan(VIEWPORTS.phone.width - 24);
});

test("edits a client, reports edit conflicts, and shows Client not found for unknown ids", async () => {
  const { id, company } = area.firm.clients[1];
  await area
    .serviceClient()
    .from("messages")
    .insert({ client_id: id, sender_role: "client", body: "Thanks." })
    .throwOnError();
  const page = await signInAt(`/admin/clients/${id}`);
  await page.getByRole("tab", { name: "Messages (1 unread)" }).click();
  // Long messages don't scroll the page.
  await page.getByRole("log").waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole("tab", { name: "Messages", exact: true }).waitFor();
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Phone").fill("+1 555 0199");
  // The client changes the phone number while the dialog is open.
  await area.serviceClient().from("clients").update({ phone: "+1 555 0142" }).eq("id", id).throwOnError();
  session.allowConsoleMessage(/409 edit_conflict/);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await dialog.getByText("Someone else edited this client.").waitFor();
  expect(await dialog.getByLabel("Phone").inputValue()).toBe("+1 555 0199");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await dialog.getByLabel("Phone").inputValue()).toBe("+1 555 0142");
  await dialog.getByLabel("Phone").fill("+1 555 0100");
  // A change to another column is not a conflict.
  await area
    .serviceClient()
    .from("clients")
    .update({ square_customer_id: "CUSTOMER" })
    .eq("id", id)
    .throwOnError();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Client updated").waitFor();
  await page.getByText("+1 555 0100").waitFor();
  const { data } = await area.serviceClient().from("audit_log").select("actor").eq("row_id", id);
  expect(data?.at(-1)).toEqual({ actor: area.firm.administrator.email });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Documents" }).click();
  await page.getByRole("heading", { level: 1, name: "Documents" }).waitFor();
  await expect.poll(() => page.getByLabel("Filter by client").inputValue()).toBe(id);
  await page.goBack();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Export data" }).click();
  await expect.poll(() => page.getByLabel("Client", { exact: true }).inputValue()).toBe(id);
  await page.goto(`${area.firm.product.url}/admin/clients/00000000-0000-0000-0000-000000000000`);
  await page.getByText("Client not found").waitFor();
  await page.goto(`${area.firm.product.url}/admin/clients/nonsense`);
  await page.getByText("Client not found").waitFor();
  await page.getByRole("link", { name: "View All Clients" }).click();
  await page.getByRole("link", { name: company, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: company }).waitFor();
});

test("a suspended client loses access immediately, sees a message at sign-in, and can be restored", async () => {
  const client = area.firm.clients[0];
  const portal = await openPage(area.browser);
  portal.allowConsoleMessage(/40[0136]|Request failed/);
  const signIn = async () => {
    await portal.page.goto(`${area.firm.product.url}/client-portal`);
    await portal.page.getByLabel("Email").fill(client.email);
    await portal.page.getByLabel("Password", { exact: true }).fill(client.password);
    await portal.page.getByRole("button", { name: "Login" }).click();
  };
  await signIn();
  await portal.page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  const token = await portal.page.evaluate(
    () => JSON.parse(localStorage.getItem("client_auth_token") ?? "{}").access_token,
  );
  const readableClients = async () => {
    const { publishableKey } = await (await fetch(`${area.firm.product.url}/api/config`)).json();
    const response = await fetch(`${area.firm.product.supabaseUrl}/rest/v1/clients?select=id`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    });
    return response.ok ? (await response.json()).length : 0;
  };
  expect(await readableClients()).toBe(1);

  const page = await signInAt(`/admin/clients/${client.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Suspend client" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await page.getByText("SUSPENDED", { exact: true }).waitFor();
  const hasFocus = (element: Element) => element === document.activeElement;
  expect(await page.getByRole("button", { name: "More actions" }).evaluate(hasFocus)).toBe(true);
  expect(await readableClients()).toBe(0);
  await portal.page.evaluate(() => localStorage.clear());
  await signIn();
  await portal.page.getByText(/^Your account is suspended\. Please contact /).waitFor();

  await page.getByRole("link", { name: "All clients" }).click();
  await page.getByRole("link", { name: area.firm.clients[1].company, exact: true }).waitFor();
  expect(await page.getByRole("link", { name: client.company, exact: true }).count()).toBe(0);
  await page.getByLabel("Filter by status").selectOption("suspended");
  await page.getByRole("link", { name: client.company, exact: true }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByText("ACTIVE", { exact: true }).waitFor();
  expect(await page.getByRole("heading", { level: 1 }).evaluate(hasFocus)).toBe(true);
  await signIn();
  await portal.page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  await portal.close();
});

test("lists the most urgent invoices of a client first, with their next due date", async () => {
  const [client] = area.firm.clients;
  const invoice = (invoice_number: string, status: "paid" | "pending" | "overdue", due_date: string) => ({
    client_id: client.id,
    invoice_number,
    amount: 100,
    status,
    due_date,
  });
  await area.serviceClient().from("invoices").delete().eq("client_id", client.id).throwOnError();
  await area
    .serviceClient()
    .from("invoices")
    .insert([
      invoice("PAID", "paid", "2031-01-01"),
      invoice("LATER", "pending", "2030-06-01"),
      { ...invoice("SOON", "pending", "2031-06-01"), next_payment_due_date: "2030-05-01" },
      { ...invoice("LATE", "overdue", "2031-06-01"), next_payment_due_date: "2026-02-01" },
    ])
    .throwOnError();
  const page = await signInAt(`/admin/clients/${client.id}?tab=billing`);
  const items = page.getByRole("list", { name: "Invoices" }).getByRole("listitem");
  await expect
    .poll(() => items.allTextContents())
    .toEqual([
      expect.stringMatching(/LATE.*Due Feb 1, 2026/),
      expect.stringMatching(/SOON.*Due May 1, 2030/),
      expect.stringMatching(/LATER.*Due Jun 1, 2030/),
      expect.stringMatching(/PAID.*Due Jan 1, 2031/),
    ]);
});

test.each(
  Object.entries(VIEWPORTS),
)("each tab of the client page has a link, fits the screen and is accessible on the %s", async (_name, viewport) => {
  const path = `/admin/clients/${area.firm.clients[1].id}`;
  const page = await signInAt(path, { viewport });
  await page.getByText("Password set").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  for (const [tab, heading] of [
    ["Billing", "Draft invoices"],
    ["People", "Two-factor authentication"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("heading", { name: heading }).waitFor();
    expect(await findPageIssues(session), tab).toEqual([]);
    await page.reload();
    await page.getByRole("heading", { name: heading }).waitFor();
  }
});

test("keeps a message that was not sent when another tab is selected", async () => {
  const { id, company } = area.firm.clients[1];
  const page = await signInAt(`/admin/clients/${id}?tab=messages`);
  const message = page.getByLabel(`Message to ${company}`);
  await message.fill("Hello");
  await page.getByRole("tab", { name: "People" }).click();
  await page.getByText("Leave without saving the message?").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "hidden" });
  expect(await message.inputValue()).toBe("Hello");
  await page.getByRole("tab", { name: "People" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
});
