import { expect, test } from "vitest";
import type { SquareSimulator } from "../index.ts";
import { aSimulator } from "../test-support/a-simulator.ts";
import type { Invoice } from "../wire/invoice.ts";

function pathOf(simulator: SquareSimulator, address: string | undefined): string {
  return (address ?? "").slice(simulator.baseUrl.length);
}

function unpaid(simulator: SquareSimulator, fits: (invoice: Invoice) => boolean = () => true): Invoice {
  const found = Object.values(simulator.state().invoices).find(
    (each) => each.status === "UNPAID" && fits(each),
  );
  if (!found) throw new Error("The seed lost its unpaid invoices.");
  return found;
}

async function press(simulator: SquareSimulator, path: string, fields: Record<string, string>) {
  return simulator.app.request(path, { method: "POST", body: new URLSearchParams(fields) });
}

test("the consent page names the business and the permissions in words, and runs no script", async () => {
  const simulator = aSimulator({ seed: { merchantName: "Example & <Partners>" } });
  const query = "client_id=sandbox-sq0idb-test&scope=INVOICES_READ+CUSTOMERS_READ&state=s%22%3E%3Cb%3E";
  const page = await simulator.app.request(`/oauth2/authorize?${query}`);
  const text = await page.text();
  expect(text).toContain("Example &amp; &lt;Partners&gt;");
  expect(text).toContain("See your invoices");
  expect(text).toContain("Simulated Square");
  expect(text).not.toContain('"><b>');
  const policy = page.headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://localhost:3000");
  expect(text).not.toMatch(/<script|style=|onclick/);
  await simulator.close();
});

test("paying shows the receipt, and pressing Pay twice pays once", async () => {
  const simulator = aSimulator();
  const invoice = unpaid(simulator, (each) => each.payment_requests.length === 1);
  const path = pathOf(simulator, invoice.public_url);
  expect(await (await simulator.app.request(path)).text()).toContain("Amount due");
  const fields = { version: String(invoice.version), amount: "next", method: "card" };
  const paid = await press(simulator, path, fields);
  expect(paid.status).toBe(303);
  const success = await simulator.app.request(pathOf(simulator, paid.headers.get("location") ?? ""));
  const text = await success.text();
  expect(text).toContain("Payment received");
  const receipt = /href="([^"]*receipt[^"]*)"/.exec(text)?.[1];
  expect((await simulator.app.request(pathOf(simulator, receipt))).status).toBe(200);
  const again = await press(simulator, path, fields);
  expect(again.status).toBe(409);
  expect(
    Object.values(simulator.state().payments).filter(({ order_id }) => order_id === invoice.order_id),
  ).toHaveLength(1);
  expect(await (await simulator.app.request(path)).text()).toContain("This invoice is paid");
  await simulator.close();
});

test("an invoice in parts offers the next payment or everything, also by bank", async () => {
  const simulator = aSimulator();
  const invoice = unpaid(simulator, (each) => each.payment_requests.length > 1);
  const path = pathOf(simulator, invoice.public_url);
  expect(await (await simulator.app.request(path)).text()).toContain("Everything:");
  await press(simulator, path, { version: String(invoice.version), amount: "next", method: "cash_app" });
  expect(invoice.status).toBe("PARTIALLY_PAID");
  await press(simulator, path, { version: String(invoice.version), amount: "all", method: "bank" });
  expect(invoice.status).toBe("PAYMENT_PENDING");
  expect(await (await simulator.app.request(path)).text()).toContain("bank transfer is on its way");
  await simulator.close();
});

test("canceled invoices and unknown links say so", async () => {
  const simulator = aSimulator();
  const invoice = unpaid(simulator);
  simulator.cancel(invoice.id);
  const path = pathOf(simulator, invoice.public_url);
  expect(await (await simulator.app.request(path)).text()).toContain("canceled");
  const press409 = await press(simulator, path, { version: String(invoice.version), method: "card" });
  expect(press409.status).toBe(409);
  expect((await simulator.app.request("/pay-invoice/unknown")).status).toBe(404);
  await simulator.close();
});

test.each([
  "__proto__",
  "constructor",
  "toString",
])("%s is no invoice, receipt, checkout or token", async (id) => {
  const simulator = aSimulator({ control: true });
  for (const path of [
    "dashboard/invoices",
    "dashboard/subscriptions-list",
    "receipt",
    "checkout",
    "pay-invoice",
  ]) {
    expect((await simulator.app.request(`/${path}/${id}`)).status).toBe(404);
  }
  const headers = { authorization: `Bearer ${id}` };
  expect((await simulator.app.request(`/v2/invoices/${id}`, { headers })).status).toBe(401);
  expect((await simulator.app.request(`/control/${id}`, { method: "POST" })).status).toBe(404);
  await simulator.close();
});

test.each([
  "/oauth2/authorize",
  "checkout",
  "pay-invoice",
])("%s refuses a body that is no form", async (page) => {
  const simulator = aSimulator();
  const addresses: Record<string, string | undefined> = {
    checkout: simulator.plans()[0]?.checkoutUrl,
    "pay-invoice": unpaid(simulator).public_url,
  };
  const path = page in addresses ? pathOf(simulator, addresses[page]) : page;
  const headers = { "content-type": "multipart/form-data" };
  const answer = await simulator.app.request(path, { method: "POST", body: "no parts", headers });
  expect(answer.status).toBe(400);
  await simulator.close();
});

test("subscribing at checkout makes a paid subscription, for a new customer when the mail is not known once", async () => {
  const simulator = aSimulator({ seed: { checkoutRedirectUrl: "http://localhost:3000/client-portal" } });
  const [plan] = simulator.plans();
  const path = pathOf(simulator, plan?.checkoutUrl);
  expect((await simulator.app.request(path)).status).toBe(200);
  expect((await press(simulator, path, { given_name: "Ines", email: "no mail" })).status).toBe(400);
  const before = Object.keys(simulator.state().customers).length;
  const buyer = { given_name: "Noor", family_name: "Haddad", email: "accounts@corvid-analytics.example" };
  const bought = await press(simulator, path, buyer);
  expect(bought.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/client-portal\?checkoutId=/);
  expect(Object.keys(simulator.state().customers)).toHaveLength(before + 1);
  const subscription = Object.values(simulator.state().subscriptions).at(-1);
  expect([subscription?.status, subscription?.plan_variation_id]).toEqual(["ACTIVE", plan?.variationId]);
  const invoice = simulator.state().invoices[subscription?.invoice_ids?.[0] ?? ""];
  expect(invoice?.status).toBe("PAID");
  for (const path of [
    `/dashboard/invoices/${invoice?.id}`,
    `/dashboard/subscriptions-list/${subscription?.id}`,
  ]) {
    expect((await simulator.app.request(path)).status).toBe(200);
  }
  await simulator.close();
});
