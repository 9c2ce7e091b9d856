import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { submitConsent } from "#tests/support/square/square-environment.ts";
import {
  createWritingEnvironment,
  type WritingEnvironment,
} from "#tests/support/square/writing-environment.ts";

let environment: WritingEnvironment;
beforeAll(async () => {
  environment = await createWritingEnvironment();
});
beforeEach(() => environment.reset());

const send = (path: string, method: string, body?: object) =>
  environment.request(path, {
    method,
    as: "administrator",
    headers: { "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
const createCustomer = (fields: object) =>
  environment.simulator.api("http://localhost:3000/square-simulator/v2/customers", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${environment.simulator.personalAccessToken}`,
    },
    body: JSON.stringify(fields),
  });
const sellerCall = async (path: string, method: string, body: object) => {
  const response = await environment.simulator.api(`http://localhost:3000/square-simulator${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${environment.simulator.personalAccessToken}`,
    },
    ...(method === "DELETE" ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
};

async function createPrepared(change: object = {}) {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id, change);
  await environment.act(draftId, "prepare");
  const draft = await environment.readDraft(draftId);
  expect(draft).toMatchObject({ status: "prepared", problem: null });
  return { client, draftId, draft, squareId: draft.squareInvoiceId ?? "" };
}

describe("the customer", () => {
  // Without webhooks, so that no sync saves the customers on their clients first.
  beforeEach(() => environment.simulator.addWebhookFault({ fault: "hold", times: 100 }));

  test("is the one whose reference is the client, then the one with the email address", async () => {
    const byEmail = await environment.createClient();
    await createCustomer({ given_name: "Ada", email_address: byEmail.email });
    const byReference = await environment.createClient();
    await createCustomer({ given_name: "Ada", email_address: byReference.email });
    await createCustomer({
      given_name: "Billing",
      reference_id: byReference.id,
      email_address: "b@x.example",
    });
    const drafts = [await environment.createDraft(byEmail.id), await environment.createDraft(byReference.id)];
    for (const draftId of drafts) {
      await environment.act(draftId, "prepare");
    }
    expect(await environment.readDraft(drafts[0] ?? "")).toMatchObject({ recipientEmail: byEmail.email });
    expect(await environment.readDraft(drafts[1] ?? "")).toMatchObject({ recipientEmail: "b@x.example" });
    expect(environment.countInSquare().customers).toBe(3);
  });

  test("is chosen by the administrator if several match", async () => {
    const client = await environment.createClient();
    for (const name of ["Ada", "Grace"]) {
      await createCustomer({ given_name: name, email_address: client.email });
    }
    const draftId = await environment.createDraft(client.id);
    await environment.act(draftId, "prepare");
    expect(await environment.readDraft(draftId)).toMatchObject({ problem: "several_customers" });

    const { customers } = await (await send(`/api/admin/invoice-drafts/${draftId}/customers`, "GET")).json();
    const grace = customers.find(({ name }: { name: string }) => name === "Grace");
    const path = `/api/admin/invoice-drafts/${draftId}/customer`;
    expect((await send(path, "PUT", { customerId: "unknown" })).status).toBe(404);
    expect((await send(path, "PUT", { customerId: grace.id })).status).toBe(202);
    await environment.runJobs();
    expect(await environment.readDraft(draftId)).toMatchObject({
      status: "prepared",
      recipientName: "Grace",
    });
    expect(environment.countInSquare().customers).toBe(2);
  });

  test("is never one that belongs to another client", async () => {
    const other = await environment.createClient();
    const client = await environment.createClient();
    await createCustomer({ given_name: "Ada", email_address: client.email });
    const [customerId] = Object.keys(environment.simulator.state().customers);
    await environment.pool.query("update public.clients set square_customer_id = $2 where id = $1", [
      other.id,
      customerId,
    ]);
    const draftId = await environment.createDraft(client.id);
    await environment.act(draftId, "prepare");
    expect(await environment.readDraft(draftId)).toMatchObject({ problem: "customer_of_another_client" });
  });

  test("requires an email address for an invoice that Square emails", async () => {
    const client = await environment.createClient();
    await createCustomer({ given_name: "Ada", reference_id: client.id });
    const emailed = await environment.createDraft(client.id);
    await environment.act(emailed, "prepare");
    expect(await environment.readDraft(emailed)).toMatchObject({ problem: "email_missing" });
    const linked = await environment.createDraft(client.id, { delivery: "link" });
    await environment.publish(linked);
    const { squareInvoiceId } = await environment.readDraft(linked);
    expect(environment.simulator.state().invoices[squareInvoiceId ?? ""]).toMatchObject({
      status: "UNPAID",
      delivery_method: "SHARE_MANUALLY",
    });
  });
});

describe("publishing", () => {
  test("requires the amount and the recipient that are shown", async () => {
    const { draftId, client } = await createPrepared();
    for (const confirmation of [
      { amountCents: 449_00, recipient: client.email },
      { amountCents: 450_00, recipient: "someone@else.example" },
    ]) {
      expect(await environment.act(draftId, "publish", confirmation)).toEqual({
        status: 409,
        code: "confirmation_differs",
      });
    }
    expect((await environment.readDraft(draftId)).status).toBe("prepared");
  });

  test("stops if Square would email a different address than the confirmed one", async () => {
    const client = await environment.createClient();
    await createCustomer({ given_name: "Ada", reference_id: client.id, email_address: "billing@x.example" });
    const draftId = await environment.createDraft(client.id);
    await environment.publish(draftId);
    expect(await environment.readDraft(draftId)).toMatchObject({
      status: "prepared",
      requestedStatus: "prepared",
      problem: "recipient_changed",
      recipientEmail: "billing@x.example",
    });
    await environment.publish(draftId);
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "published", problem: null });
  });

  test("stops if the draft was changed in Square, and shows it", async () => {
    const { draftId, squareId } = await createPrepared();
    await sellerCall(`/v2/invoices/${squareId}`, "PUT", { invoice: { version: 0, title: "Changed" } });
    await environment.publish(draftId);
    expect(await environment.readDraft(draftId)).toMatchObject({
      status: "prepared",
      problem: "changed_in_square",
      squareVersion: 1,
    });
    await environment.publish(draftId);
    expect((await environment.readDraft(draftId)).status).toBe("published");
  });

  test("stops if the draft was deleted in Square. Preparing it again creates another order and invoice", async () => {
    const { draftId, squareId } = await createPrepared();
    await sellerCall(`/v2/invoices/${squareId}`, "DELETE", {});
    await environment.publish(draftId);
    expect(await environment.readDraft(draftId)).toMatchObject({
      status: "draft",
      problem: "deleted_in_square",
      squareInvoiceId: null,
    });
    await environment.publish(draftId);
    expect((await environment.readDraft(draftId)).status).toBe("published");
    expect(environment.countInSquare()).toEqual({ customers: 1, orders: 2, invoices: 1 });
  });

  test("accepts an invoice that the merchant has already published in Square", async () => {
    const { draftId, squareId } = await createPrepared();
    environment.simulator.addFault({
      kind: "lost-response",
      how: "server-error",
      operation: "PublishInvoice",
    });
    await environment.publish(draftId);
    expect(environment.simulator.state().invoices[squareId]?.status).toBe("UNPAID");
    environment.simulator.pay(squareId);
    await environment.retryJobs();
    expect((await environment.readDraft(draftId)).status).toBe("published");
    const { rows } = await environment.pool.query("select status from public.invoices");
    expect(rows).toEqual([{ status: "paid" }]);
  });

  test("stops after a due date has passed at the location", async () => {
    const { draftId } = await createPrepared();
    environment.clock.now = new Date("2026-12-02T05:01:00Z");
    await environment.publish(draftId);
    expect(await environment.readDraft(draftId)).toMatchObject({
      status: "prepared",
      problem: "due_date_passed",
    });
  });
});

test("replaces installments that Square rejects, reports it, and requires another confirmation", async () => {
  environment.simulator.setBehavior({ invoicesPlus: false });
  const client = await environment.createClient();
  const payments = ["2026-12-01", "2027-01-01", "2027-02-01"].map((dueOn) => ({
    kind: "installment",
    dueOn,
    amountCents: 150_00,
  }));
  const draftId = await environment.createDraft(client.id, { payments });
  await environment.publish(draftId);
  expect(await environment.readDraft(draftId)).toMatchObject({
    status: "prepared",
    problem: null,
    hasReplacedInstallments: true,
    payments: [
      { kind: "deposit", dueOn: "2026-12-01", amountCents: 150_00 },
      { kind: "balance", dueOn: "2027-02-01", amountCents: 300_00 },
    ],
  });
  expect(environment.countInSquare()).toEqual({ customers: 1, orders: 1, invoices: 1 });

  const second = await environment.createDraft(client.id, { payments });
  await environment.act(second, "prepare");
  expect(await environment.listWrites(second)).toEqual(["create_order done", "create_invoice done"]);
  const { writing } = await readSettings();
  expect(writing).toMatchObject({ status: "ready", areInstallmentsRejected: true });
});

describe("changing a draft", () => {
  const content = {
    title: "Penetration test",
    lines: [{ name: "Testing", quantity: "1", unitCents: 500_00 }],
    payments: [{ kind: "balance", dueOn: "2026-12-01", amountCents: 500_00 }],
    delivery: "email",
  };
  const change = (draftId: string, revision: number) =>
    send(`/api/admin/invoice-drafts/${draftId}`, "PUT", { ...content, revision });

  test("that is in Square deletes it there and creates another order and invoice", async () => {
    const { draftId, draft, squareId } = await createPrepared();
    expect((await change(draftId, draft.revision)).status).toBe(200);
    await environment.runJobs();
    expect(environment.simulator.state().invoices[squareId]).toBeUndefined();
    await environment.publish(draftId);
    const published = await environment.readDraft(draftId);
    expect(published).toMatchObject({ status: "published", totalCents: 500_00, revision: 2 });
    expect(environment.countInSquare()).toEqual({ customers: 1, orders: 2, invoices: 1 });
  });

  test("requires the revision that was opened, and is rejected after publishing", async () => {
    const { draftId, draft } = await createPrepared();
    expect((await change(draftId, draft.revision + 1)).status).toBe(409);
    expect((await change(draftId, 3_000_000_000)).status).toBe(400);
    await environment.publish(draftId);
    const rejected = await change(draftId, draft.revision);
    expect([rejected.status, (await rejected.json()).code]).toEqual([409, "wrong_status"]);
  });

  test("is rejected while the outcome of a write is unknown", async () => {
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    environment.simulator.addFault({
      kind: "lost-response",
      how: "server-error",
      operation: "CreateOrder",
      times: null,
    });
    await environment.act(draftId, "prepare");
    environment.clock.now = new Date("2026-11-21T17:11:00Z");
    await environment.retryJobs();
    expect(await environment.readDraft(draftId)).toMatchObject({ problem: "outage" });
    const rejected = await change(draftId, 1);
    expect([rejected.status, (await rejected.json()).code]).toEqual([409, "in_progress"]);
  });
});

describe("deleting a draft", () => {
  test("deletes it in Square, even if the response is lost", async () => {
    const { draftId } = await createPrepared();
    environment.simulator.addFault({
      kind: "lost-response",
      how: "connection-reset",
      operation: "DeleteInvoice",
    });
    expect(await environment.act(draftId, "delete")).toMatchObject({ status: 202 });
    await environment.retryJobs();
    expect(environment.countInSquare().invoices).toBe(0);
    expect(await environment.act(draftId, "delete")).toMatchObject({ status: 404 });
  });

  test("that is not in Square sends no request", async () => {
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    environment.simulator.addFault({ kind: "server-error", status: 503, times: null });
    expect(await environment.act(draftId, "delete")).toMatchObject({ status: 202 });
    expect(await environment.act(draftId, "prepare")).toMatchObject({ status: 404 });
  });
});

describe("canceling an invoice", () => {
  test("cancels an unpaid one, even if the response is lost", async () => {
    const { draftId, squareId } = await createPrepared();
    await environment.publish(draftId);
    const { squareVersion } = await environment.readDraft(draftId);
    environment.simulator.addFault({
      kind: "lost-response",
      how: "connection-reset",
      operation: "CancelInvoice",
    });
    expect(await environment.act(draftId, "cancel", { version: squareVersion })).toMatchObject({
      status: 202,
    });
    await environment.retryJobs();
    expect((await environment.readDraft(draftId)).status).toBe("canceled");
    expect(environment.simulator.state().invoices[squareId]?.status).toBe("CANCELED");
    const { rows } = await environment.pool.query("select status from public.invoices");
    expect(rows).toEqual([{ status: "cancelled" }]);
  });

  test("requires the version that was shown", async () => {
    const { draftId } = await createPrepared();
    await environment.publish(draftId);
    expect(await environment.act(draftId, "cancel", { version: 7 })).toEqual({
      status: 409,
      code: "changed_in_square",
    });
  });

  test("is rejected for an invoice with a payment, which it would not refund", async () => {
    const { draftId, squareId } = await createPrepared();
    await environment.publish(draftId);
    environment.simulator.pay(squareId, { amount: 100_00 });
    await environment.receiveWebhooks();
    const { squareVersion } = await environment.readDraft(draftId);
    expect(await environment.act(draftId, "cancel", { version: squareVersion })).toEqual({
      status: 409,
      code: "not_cancelable",
    });
  });

  test("stops if the invoice was paid before the request arrived", async () => {
    const { draftId, squareId } = await createPrepared();
    await environment.publish(draftId);
    const { squareVersion } = await environment.readDraft(draftId);
    environment.simulator.pay(squareId);
    await environment.act(draftId, "cancel", { version: squareVersion });
    expect(await environment.readDraft(draftId)).toMatchObject({
      status: "published",
      requestedStatus: "published",
      problem: "changed_in_square",
    });
    expect(environment.simulator.state().invoices[squareId]?.status).toBe("PAID");
  });
});

describe("permissions", () => {
  test("are requested only while creating invoices is turned on", async () => {
    const scopes: string[] = [];
    const consent = (url: URL) => {
      scopes.push(url.searchParams.get("scope") ?? "");
      return submitConsent(environment.simulator, url, "allow");
    };
    await environment.connect(consent);
    await environment.pool.query("update public.square_settings set creates_invoices = false");
    await environment.connect(consent);
    const [on = "", off = ""] = scopes;
    expect(on).toBe(`${off} CUSTOMERS_WRITE ORDERS_WRITE INVOICES_WRITE SUBSCRIPTIONS_WRITE`);
    expect(off).not.toContain("WRITE");
  });

  test("that are missing stop a draft, while reading continues. After reconnecting, a retry resumes it", async () => {
    await environment.pool.query("update public.square_settings set creates_invoices = false");
    await environment.connect();
    await environment.pool.query("update public.square_settings set creates_invoices = true");
    expect((await readSettings()).writing).toMatchObject({ status: "reconnect" });
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    await environment.act(draftId, "prepare");
    expect(await environment.readDraft(draftId)).toMatchObject({ problem: "permission_missing" });
    expect((await environment.sync()).body).toMatchObject({ success: true });
    await environment.connect();
    await environment.act(draftId, "retry");
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "prepared", problem: null });
  });

  test("that Square removed are detected by a rejected write", async () => {
    const client = await environment.createClient();
    const draftId = await environment.createDraft(client.id);
    environment.simulator.addFault({
      kind: "scope-removed",
      scope: "ORDERS_WRITE",
      operation: "CreateOrder",
    });
    await environment.act(draftId, "prepare");
    expect(await environment.readDraft(draftId)).toMatchObject({ problem: "permission_missing" });
    expect((await readSettings()).writing).toMatchObject({ status: "reconnect" });
  });

  test("are rejected for clients and anonymous callers", async () => {
    const path = "/api/admin/invoice-drafts";
    expect((await environment.request(path)).status).toBe(401);
    expect((await environment.request(path, { as: "client" })).status).toBe(403);
  });
});

test("nothing is sent while creating invoices is turned off", async () => {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id);
  await environment.pool.query("update public.square_settings set creates_invoices = false");
  await environment.act(draftId, "prepare");
  expect(await environment.readDraft(draftId)).toMatchObject({ status: "draft", problem: "writing_off" });
  expect(environment.countInSquare()).toEqual({ customers: 0, orders: 0, invoices: 0 });
});

async function readSettings() {
  const response = await environment.request("/api/admin/square/writing", { as: "administrator" });
  return { writing: await response.json() };
}
