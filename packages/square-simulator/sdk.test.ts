import { serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Square } from "square";
import { SquareClient, SquareError, serialization, WebhooksHelper } from "square";
import { expect, test } from "vitest";
import type { SquareSimulator } from "./index.ts";
import { MOUNT_PATH } from "./index.ts";
import { SquareSchemas } from "./test-support/square-schemas.ts";
import {
  callApi,
  connectSeller,
  createTestSimulator,
  createWebhookListener,
  READ_SCOPES,
  REDIRECT_URL,
  submitConsent,
} from "./test-support/test-simulator.ts";

const IDENTITY = { clientId: "sandbox-sq0idb-test", clientSecret: "sandbox-sq0csb-test" };

function createSdkClient(simulator: SquareSimulator, token?: string): SquareClient {
  return new SquareClient({
    baseUrl: simulator.baseUrl,
    fetch: simulator.api,
    token: token ?? "",
    maxRetries: 0,
  });
}

async function captureError(work: Promise<unknown>): Promise<SquareError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SquareError)) {
    throw new Error(`Expected a SquareError, got ${error}`);
  }
  return error;
}

test("the SDK connects, reads all records and disconnects in process", async () => {
  const simulator = createTestSimulator();
  const target = await submitConsent(simulator, "allow", { redirect_uri: REDIRECT_URL });
  const tokens = await createSdkClient(simulator).oAuth.obtainToken({
    ...IDENTITY,
    grantType: "authorization_code",
    code: target.searchParams.get("code"),
    redirectUri: REDIRECT_URL,
  });
  expect(tokens.merchantId).toBe(simulator.state().merchant.id);
  const client = createSdkClient(simulator, tokens.accessToken);
  expect((await client.oAuth.retrieveTokenStatus()).scopes).toEqual(READ_SCOPES.split(" "));

  const { locations = [] } = await client.locations.list();
  const invoices: Square.Invoice[] = [];
  for (const location of locations) {
    for await (const invoice of await client.invoices.list({ locationId: location.id ?? "", limit: 200 })) {
      invoices.push(invoice);
    }
  }
  expect(new Set(invoices.map(({ id }) => id)).size).toBe(Object.keys(simulator.state().invoices).length);
  expect(typeof invoices[0]?.paymentRequests?.[0]?.computedAmountMoney?.amount).toBe("bigint");
  const orderIds = invoices.slice(0, 100).flatMap(({ orderId }) => orderId ?? []);
  expect((await client.orders.batchGet({ orderIds })).orders).toHaveLength(100);

  const revokeRequest = { clientId: IDENTITY.clientId, accessToken: tokens.accessToken ?? "" };
  const withoutSecret = await captureError(client.oAuth.revokeToken(revokeRequest));
  expect(withoutSecret.statusCode).toBe(401);
  const headers = { Authorization: `Client ${IDENTITY.clientSecret}` };
  expect((await client.oAuth.revokeToken(revokeRequest, { headers })).success).toBe(true);
  const after = await captureError(client.locations.list());
  expect(after.errors[0]?.code).toBe("ACCESS_TOKEN_REVOKED");
  await simulator.close();
});

test("the SDK reports a rejected code like Square's flat error", async () => {
  const simulator = createTestSimulator({ seed: "empty" });
  const request = { ...IDENTITY, grantType: "authorization_code", code: "sq0cgb-unknown" };
  const error = await captureError(createSdkClient(simulator).oAuth.obtainToken(request));
  expect([error.statusCode, error.errors[0]?.category, error.errors[0]?.code]).toEqual([
    401,
    "V1_ERROR",
    "service.not_authorized",
  ]);
  await simulator.close();
});

test("every response matches the published schema and the SDK's strict parser", async () => {
  const simulator = createTestSimulator();
  const schemas = new SquareSchemas();
  const token = await connectSeller(simulator, `${READ_SCOPES} ITEMS_READ`);
  const personalAccessToken = simulator.personalAccessToken;
  const state = simulator.state();
  const main = state.merchant.main_location_id;
  const firstId = (records: Record<string, { id: string }>) =>
    encodeURIComponent(Object.keys(records)[0] ?? "");
  const customerIds = Object.keys(state.customers);
  const orderIds = Object.keys(state.orders).slice(0, 100);
  type Step = [operation: string, type: Parser | null, path: string, body?: unknown, method?: string];
  const send = async ([operation, type, path, body, method]: Step, as = token) => {
    const response = await callApi(simulator, path, { token: as, body, ...(method ? { method } : {}) });
    expect(response.status, `${operation}: ${JSON.stringify(response.body.errors)}`).toBe(200);
    expect(schemas.validateResponse(operation, response.body), operation).toEqual([]);
    if (type) {
      const parsed = await type.parse(response.body, {
        unrecognizedObjectKeys: "fail",
        allowUnrecognizedEnumValues: false,
      });
      expect(parsed.ok ? [] : parsed.errors, operation).toEqual([]);
    }
    return response.body;
  };

  const reads: Step[] = [
    ["RetrieveTokenStatus", serialization.RetrieveTokenStatusResponse, "/oauth2/token/status", {}],
    ["ListMerchants", serialization.ListMerchantsResponse, "/v2/merchants"],
    ["RetrieveMerchant", serialization.GetMerchantResponse, "/v2/merchants/me"],
    ["ListLocations", serialization.ListLocationsResponse, "/v2/locations"],
    ["RetrieveLocation", serialization.GetLocationResponse, "/v2/locations/main"],
    ["ListCustomers", serialization.ListCustomersResponse, "/v2/customers"],
    ["RetrieveCustomer", serialization.GetCustomerResponse, `/v2/customers/${customerIds[0]}`],
    ["SearchCustomers", serialization.SearchCustomersResponse, "/v2/customers/search", { limit: 5 }],
    [
      "BulkRetrieveCustomers",
      serialization.BulkRetrieveCustomersResponse,
      "/v2/customers/bulk-retrieve",
      { customer_ids: customerIds },
    ],
    ["ListInvoices", serialization.ListInvoicesResponse, `/v2/invoices?location_id=${main}&limit=200`],
    [
      "SearchInvoices",
      serialization.SearchInvoicesResponse,
      "/v2/invoices/search",
      { query: { filter: { location_ids: [main] } }, limit: 200 },
    ],
    ["GetInvoice", serialization.GetInvoiceResponse, `/v2/invoices/${firstId(state.invoices)}`],
    [
      "BatchRetrieveOrders",
      serialization.BatchGetOrdersResponse,
      "/v2/orders/batch-retrieve",
      { order_ids: orderIds },
    ],
    ["RetrieveOrder", serialization.GetOrderResponse, `/v2/orders/${orderIds[0]}`],
    ["ListPayments", serialization.ListPaymentsResponse, "/v2/payments"],
    ["GetPayment", serialization.GetPaymentResponse, `/v2/payments/${firstId(state.payments)}`],
    ["ListPaymentRefunds", serialization.ListPaymentRefundsResponse, "/v2/refunds"],
    ["GetPaymentRefund", serialization.GetPaymentRefundResponse, `/v2/refunds/${firstId(state.refunds)}`],
    [
      "SearchSubscriptions",
      serialization.SearchSubscriptionsResponse,
      "/v2/subscriptions/search",
      { include: ["actions"] },
    ],
    [
      "RetrieveSubscription",
      serialization.GetSubscriptionResponse,
      `/v2/subscriptions/${firstId(state.subscriptions)}?include=actions`,
    ],
    [
      "ListCatalog",
      serialization.ListCatalogResponse,
      "/v2/catalog/list?types=SUBSCRIPTION_PLAN,SUBSCRIPTION_PLAN_VARIATION",
    ],
    [
      "RetrieveCatalogObject",
      serialization.GetCatalogObjectResponse,
      `/v2/catalog/object/${firstId(state.catalog)}`,
    ],
    ["ListPaymentLinks", serialization.ListPaymentLinksResponse, "/v2/online-checkout/payment-links"],
    [
      "RetrievePaymentLink",
      serialization.GetPaymentLinkResponse,
      `/v2/online-checkout/payment-links/${firstId(state.paymentLinks)}`,
    ],
  ];
  for (const step of reads) {
    await send(step);
  }

  const write = (step: Step) => send(step, personalAccessToken);
  const { customer } = await write([
    "CreateCustomer",
    serialization.CreateCustomerResponse,
    "/v2/customers",
    { idempotency_key: "customer", given_name: "Ines", email_address: "ines@new.example" },
  ]);
  const line = { name: "Assessment", quantity: "2", base_price_money: { amount: 50_050, currency: "USD" } };
  const { order } = await write([
    "CreateOrder",
    serialization.CreateOrderResponse,
    "/v2/orders",
    { order: { location_id: main, customer_id: customer.id, line_items: [line] } },
  ]);
  const draft = {
    order_id: order.id,
    primary_recipient: { customer_id: customer.id },
    payment_requests: [
      { request_type: "DEPOSIT", due_date: "2026-12-01", percentage_requested: "33.33" },
      { request_type: "BALANCE", due_date: "2027-01-01", tipping_enabled: true },
    ],
    accepted_payment_methods: { card: true },
    title: "Manual invoice",
  };
  const created = await write([
    "CreateInvoice",
    serialization.CreateInvoiceResponse,
    "/v2/invoices",
    { idempotency_key: "invoice", invoice: draft },
  ]);
  const id = encodeURIComponent(created.invoice.id);
  await write([
    "UpdateInvoice",
    serialization.UpdateInvoiceResponse,
    `/v2/invoices/${id}`,
    { invoice: { version: 0, title: "Another title" } },
    "PUT",
  ]);
  const published = await write([
    "PublishInvoice",
    serialization.PublishInvoiceResponse,
    `/v2/invoices/${id}/publish`,
    { version: 1, idempotency_key: "publish" },
  ]);
  expect(published.invoice.public_url).toMatch(/^http:\/\/localhost:3000\/square-simulator\/pay-invoice\//);
  expect(published.invoice.next_payment_amount_money.amount).toBe(33_363);
  await write([
    "CancelInvoice",
    serialization.CancelInvoiceResponse,
    `/v2/invoices/${id}/cancel`,
    { version: 2 },
  ]);
  const amount_money = { amount: 100, currency: "USD" };
  const discount = { uid: "d", name: "Discount", type: "FIXED_AMOUNT", scope: "ORDER", amount_money };
  const secondOrder = {
    location_id: main,
    line_items: [line],
    discounts: [discount],
    metadata: { write: "1" },
  };
  const second = await write([
    "CreateOrder",
    serialization.CreateOrderResponse,
    "/v2/orders",
    { order: secondOrder },
  ]);
  await write([
    "SearchOrders",
    serialization.SearchOrdersResponse,
    "/v2/orders/search",
    { location_ids: [main], limit: 1, query: { sort: { sort_field: "CREATED_AT", sort_order: "DESC" } } },
  ]);
  const deletable = await write([
    "CreateInvoice",
    serialization.CreateInvoiceResponse,
    "/v2/invoices",
    { invoice: { ...draft, order_id: second.order.id } },
  ]);
  const deletablePath = `/v2/invoices/${encodeURIComponent(deletable.invoice.id)}`;
  await write([
    "DeleteInvoice",
    serialization.DeleteInvoiceResponse,
    `${deletablePath}?version=0`,
    undefined,
    "DELETE",
  ]);

  const [plan] = simulator.plans();
  const subscribed = await write([
    "CreateSubscription",
    serialization.CreateSubscriptionResponse,
    "/v2/subscriptions",
    {
      location_id: main,
      customer_id: customer.id,
      plan_variation_id: plan?.variationId,
      card_id: "ccof:test",
    },
  ]);
  const subscription = `/v2/subscriptions/${subscribed.subscription.id}`;
  await write(["PauseSubscription", serialization.PauseSubscriptionResponse, `${subscription}/pause`, {}]);
  const paused = Object.values(state.subscriptions).find(({ status }) => status === "PAUSED");
  await write([
    "ResumeSubscription",
    serialization.ResumeSubscriptionResponse,
    `/v2/subscriptions/${paused?.id}/resume`,
    {},
  ]);
  await write(["CancelSubscription", serialization.CancelSubscriptionResponse, `${subscription}/cancel`, {}]);
  await write([
    "CreatePaymentLink",
    serialization.CreatePaymentLinkResponse,
    "/v2/online-checkout/payment-links",
    {
      quick_pay: { name: "Plan", price_money: { amount: 100, currency: "USD" }, location_id: main },
      checkout_options: { subscription_plan_id: plan?.variationId, redirect_url: "http://localhost:3000/" },
    },
  ]);

  const webhookSubscription = {
    name: "Test",
    notification_url: "http://127.0.0.1:9/hook",
    event_types: ["invoice.updated"],
  };
  const made = await write([
    "CreateWebhookSubscription",
    serialization.CreateWebhookSubscriptionResponse,
    "/v2/webhooks/subscriptions",
    { subscription: webhookSubscription },
  ]);
  const path = `/v2/webhooks/subscriptions/${made.subscription.id}`;
  const webhookSteps: Step[] = [
    [
      "ListWebhookSubscriptions",
      serialization.ListWebhookSubscriptionsResponse,
      "/v2/webhooks/subscriptions",
    ],
    ["RetrieveWebhookSubscription", serialization.GetWebhookSubscriptionResponse, path],
    [
      "UpdateWebhookSubscription",
      serialization.UpdateWebhookSubscriptionResponse,
      path,
      { subscription: { enabled: false } },
      "PUT",
    ],
    [
      "UpdateWebhookSubscriptionSignatureKey",
      serialization.UpdateWebhookSubscriptionSignatureKeyResponse,
      `${path}/signature-key`,
      {},
    ],
    // The published payload is a string, but the SDK's parser expects an object.
    ["TestWebhookSubscription", null, `${path}/test`, {}],
    ["DeleteWebhookSubscription", serialization.DeleteWebhookSubscriptionResponse, path, undefined, "DELETE"],
  ];
  for (const step of webhookSteps) {
    await write(step);
  }
  await simulator.close();
});

type Parser = {
  parse: (
    raw: unknown,
    options: { unrecognizedObjectKeys: "fail"; allowUnrecognizedEnumValues: boolean },
  ) => { ok: boolean; errors?: unknown } | Promise<{ ok: boolean; errors?: unknown }>;
};

test("webhooks pass the SDK's signature verification and fail it when altered", async () => {
  const listener = createWebhookListener();
  const webhook = { url: "http://localhost:3000/api/square/webhook", signatureKey: "the-key" };
  const simulator = createTestSimulator({ webhook, deliver: listener.deliver });
  await connectSeller(simulator);
  const [unpaid] = Object.values(simulator.state().invoices).filter(({ status }) => status === "UNPAID");
  simulator.pay(unpaid?.id ?? "");
  await simulator.settled();
  expect(listener.received).toHaveLength(4);
  for (const { body, headers } of listener.received) {
    const message = {
      signatureHeader: headers.get("x-square-hmacsha256-signature") ?? "",
      signatureKey: webhook.signatureKey,
      notificationUrl: webhook.url,
    };
    expect(await WebhooksHelper.verifySignature({ requestBody: body, ...message })).toBe(true);
    expect(await WebhooksHelper.verifySignature({ requestBody: `${body} `, ...message })).toBe(false);
  }
  await simulator.close();
});

test("over HTTP, the SDK reads all pages, retries a rate-limited call and reports dropped connections", async () => {
  const simulator = createTestSimulator();
  const token = await connectSeller(simulator);
  const host = new Hono();
  host.route(MOUNT_PATH, simulator.app);
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: host.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(started));
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const client = new SquareClient({ baseUrl: `http://127.0.0.1:${port}${MOUNT_PATH}`, token });
  const locationId = simulator.state().merchant.main_location_id;
  const countInvoices = async () => {
    let invoices = 0;
    for await (const _ of await client.invoices.list({ locationId, limit: 200 })) {
      invoices += 1;
    }
    return invoices;
  };
  const total = await countInvoices();
  expect(total).toBeGreaterThan(200);
  simulator.addFault({ kind: "rate-limited", retryAfterSeconds: 1, operation: "ListInvoices" });
  expect(await countInvoices()).toBe(total);

  simulator.addFault({ kind: "connection-reset", operation: "ListLocations" });
  const droppedCall = await captureError(client.locations.list({ maxRetries: 0 }));
  expect(droppedCall.statusCode).toBeUndefined();
  await new Promise((resolve) => server.close(resolve));
  await simulator.close();
});
