import { expect, test } from "vitest";
import type { SquareSimulator } from "../index.ts";
import { createTestSimulator } from "../test-support/test-simulator.ts";
import type { Invoice } from "../wire/invoice.ts";

function toPath(simulator: SquareSimulator, url: string | undefined): string {
  return (url ?? "").slice(simulator.baseUrl.length);
}

function findUnpaidInvoice(
  simulator: SquareSimulator,
  matches: (invoice: Invoice) => boolean = () => true,
): Invoice {
  const unpaid = Object.values(simulator.state().invoices).filter(({ status }) => status === "UNPAID");
  const match = unpaid.find(matches);
  if (!match) {
    throw new Error("The seed has no matching unpaid invoice.");
  }
  return match;
}

async function submitForm(simulator: SquareSimulator, path: string, fields: Record<string, string>) {
  return simulator.app.request(path, { method: "POST", body: new URLSearchParams(fields) });
}

test("the consent page shows the business and readable permissions, and runs no script", async () => {
  const simulator = createTestSimulator({ seed: { merchantName: "Example & <Partners>" } });
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

test("paying shows a receipt, and submitting twice pays once", async () => {
  const simulator = createTestSimulator({ portalUrl: "http://localhost:3000/client-portal" });
  const invoice = findUnpaidInvoice(simulator, ({ payment_requests }) => payment_requests.length === 1);
  const path = toPath(simulator, invoice.public_url);
  expect(await (await simulator.app.request(path)).text()).toContain("Amount due");
  const fields = { version: String(invoice.version), amount: "next", method: "card" };
  const paid = await submitForm(simulator, path, fields);
  expect(paid.status).toBe(303);
  const success = await simulator.app.request(toPath(simulator, paid.headers.get("location") ?? ""));
  const text = await success.text();
  expect(text).toContain("Payment received");
  expect(text).toContain('href="http://localhost:3000/client-portal">Return to portal</a>');
  const receipt = /href="([^"]*receipt[^"]*)"/.exec(text)?.[1];
  expect((await simulator.app.request(toPath(simulator, receipt))).status).toBe(200);
  const secondSubmission = await submitForm(simulator, path, fields);
  expect(secondSubmission.status).toBe(409);
  expect(
    Object.values(simulator.state().payments).filter(({ order_id }) => order_id === invoice.order_id),
  ).toHaveLength(1);
  expect(await (await simulator.app.request(path)).text()).toContain("This invoice is paid");
  await simulator.close();
});

test("an invoice with a schedule offers the next payment or the full balance, also by bank transfer", async () => {
  const simulator = createTestSimulator();
  const invoice = findUnpaidInvoice(simulator, ({ payment_requests }) => payment_requests.length > 1);
  const path = toPath(simulator, invoice.public_url);
  expect(await (await simulator.app.request(path)).text()).toContain("Full balance:");
  await submitForm(simulator, path, { version: String(invoice.version), amount: "next", method: "cash_app" });
  expect(invoice.status).toBe("PARTIALLY_PAID");
  await submitForm(simulator, path, { version: String(invoice.version), amount: "all", method: "bank" });
  expect(invoice.status).toBe("PAYMENT_PENDING");
  expect(await (await simulator.app.request(path)).text()).toContain("bank transfer is processing");
  await simulator.close();
});

test("canceled invoices and unknown links show a message", async () => {
  const simulator = createTestSimulator();
  const invoice = findUnpaidInvoice(simulator);
  simulator.cancel(invoice.id);
  const path = toPath(simulator, invoice.public_url);
  expect(await (await simulator.app.request(path)).text()).toContain("canceled");
  const rejected = await submitForm(simulator, path, { version: String(invoice.version), method: "card" });
  expect(rejected.status).toBe(409);
  expect((await simulator.app.request("/pay-invoice/unknown")).status).toBe(404);
  await simulator.close();
});

test.each([
  "__proto__",
  "constructor",
  "toString",
])("%s is not accepted as the id of an invoice, receipt, checkout or token", async (id) => {
  const simulator = createTestSimulator({ control: true });
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
])("%s returns 400 for a body that is not a form or repeats a field", async (page) => {
  const simulator = createTestSimulator();
  const urls: Record<string, string | undefined> = {
    checkout: simulator.plans()[0]?.checkoutUrl,
    "pay-invoice": findUnpaidInvoice(simulator).public_url,
  };
  const path = page in urls ? toPath(simulator, urls[page]) : page;
  const cases = [
    ["multipart/form-data", "no parts", "We couldn't read the form. Try again."],
    ["application/x-www-form-urlencoded", "email=a&email=b", "Send each field once."],
  ] as const;
  for (const [type, body, message] of cases) {
    const headers = { "content-type": type };
    const response = await simulator.app.request(path, { method: "POST", body, headers });
    expect([response.status, await response.text()]).toEqual([400, message]);
  }
  await simulator.close();
});

test("checkout creates a paid subscription, for a new customer unless the email matches exactly one", async () => {
  const simulator = createTestSimulator({
    seed: { checkoutRedirectUrl: "http://localhost:3000/client-portal?plan={plan_variation_id}" },
  });
  const [plan] = simulator.plans();
  const path = toPath(simulator, plan?.checkoutUrl);
  expect((await simulator.app.request(path)).status).toBe(200);
  expect((await submitForm(simulator, path, { given_name: "Ines", email: "not-an-email" })).status).toBe(400);
  const customersBefore = Object.keys(simulator.state().customers).length;
  const buyer = { given_name: "Noor", family_name: "Haddad", email: "accounts@corvid-analytics.example" };
  const subscribed = await submitForm(simulator, path, buyer);
  expect(subscribed.headers.get("location")).toContain(
    `http://localhost:3000/client-portal?plan=${plan?.variationId}&checkoutId=`,
  );
  expect(Object.keys(simulator.state().customers)).toHaveLength(customersBefore + 1);
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
