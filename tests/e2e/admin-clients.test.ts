import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, anAdminArea, remarksOn } from "#tests/support/an-admin-area.ts";
import { aVisit, type Visit, WIDTHS } from "#tests/support/browser.ts";

// Clients from the first invitation to the last suspension.

let area: AdminArea;
let visit: Visit;

beforeAll(async () => {
  area = await anAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const complaints = visit.complaints();
  await visit.close();
  expect(complaints).toEqual([]);
});

async function at(path: string, options = {}) {
  const opened = await area.signedInAt(path, options);
  visit = opened.visit;
  return opened.page;
}

test("a client is created from the dashboard, invited, invited again, and the invitation withdrawn", async () => {
  const page = await at("/admin/dashboard");
  await page.getByRole("button", { name: "Create New Client" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create and Invite" }).click();
  for (const words of ["Company is required", "Contact person is required", "Invalid email address"])
    await dialog.getByText(words).waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await dialog.getByLabel("Company").fill("Lumen Bank");
  await dialog.getByLabel("Contact person").fill("Ida Frost");
  await dialog.getByLabel("Email").fill("ida@lumen.example");
  await dialog.getByRole("button", { name: "Create and Invite" }).click();
  await page.getByRole("heading", { level: 1, name: "Lumen Bank" }).waitFor();
  await page.getByText("Invited", { exact: true }).waitFor();
  await expect.poll(async () => (await area.mailsTo("ida@lumen.example")).length).toBe(1);
  await page.getByRole("button", { name: "Send Again" }).click();
  await page.getByText("Invitation sent").waitFor();
  await expect.poll(async () => (await area.mailsTo("ida@lumen.example")).length).toBe(2);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("No account").waitFor();
  await page.getByRole("button", { name: "Send Invitation" }).click();
  await page.getByText("Invalid email address").waitFor();
  await page.getByLabel("Email").fill("frost@lumen.example");
  await page.getByRole("button", { name: "Send Invitation" }).click();
  await page.getByText("Invited", { exact: true }).waitFor();
});

test("an address that is taken is told in the dialog, and what was typed stays", async () => {
  const page = await at("/admin/clients");
  await page.getByRole("button", { name: "Create New Client" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Company").fill("Second");
  await dialog.getByLabel("Contact person").fill("Somebody");
  await dialog.getByLabel("Email").fill(area.firm.clients[0].email);
  visit.expectComplaint(/409/);
  await dialog.getByRole("button", { name: "Create and Invite" }).click();
  await dialog.getByText("This e-mail address has an account already.").waitFor();
  expect(await dialog.getByLabel("Company").inputValue()).toBe("Second");
});

test("a client is edited on its page, and a page of nobody says so", async () => {
  const { id, company } = area.firm.clients[1];
  const page = await at(`/admin/clients/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Phone").fill("+1 555 0199");
  // The client writes meanwhile.
  await area.rows().from("clients").update({ phone: "+1 555 0142" }).eq("id", id).throwOnError();
  visit.expectComplaint(/409 changed_meanwhile/);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await dialog.getByText("This client has changed meanwhile.").waitFor();
  expect(await dialog.getByLabel("Phone").inputValue()).toBe("+1 555 0199");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await dialog.getByLabel("Phone").inputValue()).toBe("+1 555 0142");
  await dialog.getByLabel("Phone").fill("+1 555 0100");
  // Another column alone is nobody's work to lose.
  await area.rows().from("clients").update({ square_customer_id: "CUSTOMER" }).eq("id", id).throwOnError();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Client updated successfully").waitFor();
  await page.getByText("+1 555 0100").waitFor();
  const { data } = await area.rows().from("audit_log").select("actor").eq("row_id", id);
  expect(data?.at(-1)).toEqual({ actor: area.firm.administrator.email });
  await page.getByRole("link", { name: "Documents of this client" }).click();
  await page.getByRole("heading", { level: 1, name: "Documents" }).waitFor();
  await expect.poll(() => page.getByLabel("Filter by client").inputValue()).toBe(id);
  await page.goBack();
  await page.getByRole("link", { name: "Export its data" }).click();
  await expect.poll(() => page.getByLabel("Client", { exact: true }).inputValue()).toBe(id);
  await page.goto(`${area.firm.product.url}/admin/clients/00000000-0000-0000-0000-000000000000`);
  await page.getByText("This client does not exist").waitFor();
  await page.goto(`${area.firm.product.url}/admin/clients/nonsense`);
  await page.getByText("This client does not exist").waitFor();
  await page.getByRole("link", { name: "View All Clients" }).click();
  await page.getByRole("link", { name: company, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: company }).waitFor();
});

test("a suspended client is refused from the next request on, told so at sign-in, and restored", async () => {
  const client = area.firm.clients[0];
  const portal = await aVisit(area.browser);
  portal.expectComplaint(/40[013]|Request failed/);
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
    const answer = await fetch(`${area.firm.product.supabaseUrl}/rest/v1/clients?select=id`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
    });
    return answer.ok ? (await answer.json()).length : 0;
  };
  expect(await readableClients()).toBe(1);

  const page = await at(`/admin/clients/${client.id}`);
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await page.getByText("SUSPENDED", { exact: true }).waitFor();
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
  await signIn();
  await portal.page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  await portal.close();
});

test.each(
  Object.entries(WIDTHS),
)("the page of a client fits and is accessible on the %s", async (_name, viewport) => {
  const page = await at(`/admin/clients/${area.firm.clients[1].id}`, { viewport });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("Password set").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
});
