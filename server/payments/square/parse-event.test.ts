import { describe, expect, test } from "vitest";
import type { ProviderEvent } from "#server/payments/payment-provider.ts";
import { minimizeEventObject, parseEvent } from "./parse-event.ts";

const OCCURRED_AT = new Date("2026-03-02T10:00:00Z");

const parseTestEvent = (
  type: string,
  data: Partial<ProviderEvent["data"]> = {},
  createdAt: Date | null = OCCURRED_AT,
) =>
  parseEvent({ eventId: "e1", merchantId: "M1", type, createdAt, data: { id: "one", object: {}, ...data } });

describe("an invoice event", () => {
  test.each([
    "invoice.created",
    "invoice.updated",
    "invoice.canceled",
    "invoice.refunded",
  ])("%s causes the invoice to be reread", (type) => {
    const object = { invoice: { id: "one", version: 3, status: "UNPAID" } };
    expect(parseTestEvent(type, { object })).toEqual({
      kind: "invoice-changed",
      id: "one",
      version: 3,
      times: {},
    });
  });

  test.each([
    ["invoice.published", { publishedAt: OCCURRED_AT }],
    ["invoice.payment_made", { paidAt: OCCURRED_AT }],
    ["invoice.scheduled_charge_failed", { chargeFailedAt: OCCURRED_AT }],
  ])("%s provides a time that the invoice does not contain", (type, times) => {
    expect(parseTestEvent(type)).toMatchObject({ kind: "invoice-changed", times });
  });

  test("without a creation time provides no times", () => {
    expect(parseTestEvent("invoice.published", {}, null)).toMatchObject({ times: {} });
  });

  test("about a draft is ignored, because drafts are not stored", () => {
    const object = { invoice: { version: 0, status: "DRAFT" } };
    expect(parseTestEvent("invoice.created", { object })).toMatchObject({ kind: "ignore" });
    expect(parseTestEvent("invoice.deleted", { object: undefined })).toMatchObject({ kind: "ignore" });
  });

  test.each([
    ["no object", undefined],
    ["null", null],
    ["a list", []],
    ["an invoice without a version", { invoice: {} }],
    ["a version that is not a number", { invoice: { version: "3" } }],
  ])("with %s is still processed, with an unknown version", (_, object) => {
    expect(parseTestEvent("invoice.updated", { object })).toMatchObject({
      kind: "invoice-changed",
      version: null,
    });
  });
});

describe("an event about another object", () => {
  test("about a payment returns its order and last change", () => {
    const object = { payment: { order_id: "O1", updated_at: "2026-03-02T09:59:00Z" } };
    expect(parseTestEvent("payment.updated", { object })).toEqual({
      kind: "payment-changed",
      id: "one",
      orderId: "O1",
      version: Date.parse("2026-03-02T09:59:00Z"),
    });
  });

  test("about a payment without an order is ignored, because it belongs to another sale", () => {
    expect(parseTestEvent("payment.created", { object: { payment: {} } })).toMatchObject({ kind: "ignore" });
  });

  test("about a refund returns its payment, because a refund's order is not the invoice's order", () => {
    const object = { refund: { payment_id: "P1", order_id: "O2", updated_at: "not a time" } };
    expect(parseTestEvent("refund.created", { object })).toEqual({
      kind: "refund-changed",
      id: "one",
      paymentId: "P1",
      version: 0,
    });
    expect(parseTestEvent("refund.updated", { object: { refund: {} } })).toMatchObject({ kind: "ignore" });
  });

  test.each([
    "order_created",
    "order_updated",
    "order_fulfillment_updated",
  ])("about an order returns the version from the field %s", (field) => {
    expect(parseTestEvent("order.updated", { object: { [field]: { version: 4 } } })).toEqual({
      kind: "order-changed",
      id: "one",
      version: 4,
    });
  });

  test("about an order without a version is still processed", () => {
    expect(parseTestEvent("order.updated", { object: null })).toMatchObject({
      kind: "order-changed",
      version: 0,
    });
  });
});

describe("a customer event", () => {
  test("about a merge returns the merged customers and the remaining customer", () => {
    const object = {
      event_context: { merge: { from_customer_ids: ["C1", "C2"], to_customer_id: "C3" } },
    };
    for (const type of ["customer.created", "customer.deleted"]) {
      expect(parseTestEvent(type, { object })).toEqual({
        kind: "customers-merged",
        from: ["C1", "C2"],
        to: "C3",
      });
    }
  });

  test("about a deleted customer is ignored, because its invoices still belong to the client", () => {
    expect(parseTestEvent("customer.deleted", { object: { customer: { id: "one" } } })).toMatchObject({
      kind: "ignore",
    });
  });

  test("about a change causes the customer to be reread", () => {
    expect(parseTestEvent("customer.updated")).toEqual({ kind: "customer-changed", id: "one" });
  });

  test("with an incomplete merge is treated as a change", () => {
    const object = { event_context: { merge: { from_customer_ids: "C1" } } };
    expect(parseTestEvent("customer.created", { object })).toEqual({ kind: "customer-changed", id: "one" });
  });
});

describe("a revoked authorization", () => {
  test("includes the time when it was revoked", () => {
    const object = { revocation: { revoked_at: "2026-03-02T09:00:00Z", revoker_type: "MERCHANT" } };
    expect(parseTestEvent("oauth.authorization.revoked", { id: null, object })).toEqual({
      kind: "authorization-revoked",
      at: new Date("2026-03-02T09:00:00Z"),
    });
  });

  test.each([
    [undefined],
    [{ revocation: {} }],
    [{ revocation: { revoked_at: "yesterday" } }],
  ])("is processed even if the time is invalid: %o", (object) => {
    expect(parseTestEvent("oauth.authorization.revoked", { object })).toEqual({
      kind: "authorization-revoked",
      at: null,
    });
  });
});

test("a subscription event causes the subscription to be reread", () => {
  expect(parseTestEvent("subscription.updated")).toEqual({ kind: "subscription-changed", id: "one" });
});

test.each([
  "inventory.count.updated",
  "invoice.of_a_future_kind",
  "order.created",
  "customer.custom_attribute.visible.updated",
  "",
  "invoice",
  "constructor",
])("ignores the type “%s”", (type) => {
  expect(parseTestEvent(type)).toEqual({ kind: "ignore", reason: "No action needed" });
});

test.each([
  "invoice.updated",
  "payment.updated",
  "subscription.created",
  "customer.updated",
])("ignores %s without an object id", (type) => {
  expect(parseTestEvent(type, { id: null })).toMatchObject({ kind: "ignore" });
  expect(parseTestEvent(type, { id: "" })).toMatchObject({ kind: "ignore" });
});

describe("a minimized event", () => {
  const PERSONAL_DATA = { given_name: "Ada", primary_recipient: { email_address: "ada@acme.example" } };
  const merge = { from_customer_ids: ["C1"], to_customer_id: "C2" };

  test.each<[string, Record<string, object>]>([
    ["invoice.updated", { invoice: { version: 3, status: "UNPAID" } }],
    ["payment.updated", { payment: { order_id: "O1", updated_at: "2026-03-02T09:59:00Z" } }],
    ["refund.updated", { refund: { payment_id: "P1", updated_at: "2026-03-02T09:59:00Z" } }],
    ["order.updated", { order_updated: { version: 4 } }],
    ["customer.created", { event_context: { merge } }],
    ["oauth.authorization.revoked", { revocation: { revoked_at: "2026-03-02T09:00:00Z" } }],
  ])("of type %s contains only the fields that are used", (type, object) => {
    const received = Object.fromEntries(
      Object.entries(object).map(([name, fields]) => [name, { ...PERSONAL_DATA, ...fields }]),
    );
    const minimized = minimizeEventObject(type, received);
    expect(minimized).toEqual(object);
    expect(parseTestEvent(type, { object: minimized })).toEqual(parseTestEvent(type, { object: received }));
  });

  test.each([
    "customer.updated",
    "subscription.updated",
    "brand.new_thing",
  ])("of type %s has no object", (type) => {
    expect(minimizeEventObject(type, { customer: PERSONAL_DATA })).toBeUndefined();
  });
});
