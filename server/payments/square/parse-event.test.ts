import { describe, expect, test } from "vitest";
import type { ProviderEvent } from "#server/payments/payment-provider.ts";
import { parseEvent } from "./parse-event.ts";

const AT = new Date("2026-03-02T10:00:00Z");

const parse = (type: string, data: Partial<ProviderEvent["data"]> = {}, createdAt: Date | null = AT) =>
  parseEvent({ eventId: "e1", merchantId: "M1", type, createdAt, data: { id: "one", object: {}, ...data } });

describe("an invoice event", () => {
  test.each([
    "invoice.created",
    "invoice.updated",
    "invoice.canceled",
    "invoice.refunded",
    "invoice.of_a_future_kind",
  ])("%s leads to reading the invoice again", (type) => {
    const object = { invoice: { id: "one", version: 3, status: "UNPAID" } };
    expect(parse(type, { object })).toEqual({ kind: "invoice-changed", id: "one", version: 3, times: {} });
  });

  test.each([
    ["invoice.published", { publishedAt: AT }],
    ["invoice.payment_made", { paidAt: AT }],
    ["invoice.scheduled_charge_failed", { chargeFailedAt: AT }],
  ])("%s contains a time that the invoice does not", (type, times) => {
    expect(parse(type)).toMatchObject({ kind: "invoice-changed", times });
  });

  test("without its own time records none", () => {
    expect(parse("invoice.published", {}, null)).toMatchObject({ times: {} });
  });

  test("of a draft is ignored, because drafts are not stored", () => {
    const object = { invoice: { version: 0, status: "DRAFT" } };
    expect(parse("invoice.created", { object })).toMatchObject({ kind: "ignore" });
    expect(parse("invoice.deleted", { object: undefined })).toMatchObject({ kind: "ignore" });
  });

  test.each([
    ["no object", undefined],
    ["null", null],
    ["a list", []],
    ["an invoice without a version", { invoice: {} }],
    ["a version that is not a number", { invoice: { version: "3" } }],
  ])("with %s is still processed, with an unknown version", (_, object) => {
    expect(parse("invoice.updated", { object })).toMatchObject({ kind: "invoice-changed", version: null });
  });
});

describe("events that lead to the invoice of another object", () => {
  test("a payment names its order and its last change", () => {
    const object = { payment: { order_id: "O1", updated_at: "2026-03-02T09:59:00Z" } };
    expect(parse("payment.updated", { object })).toEqual({
      kind: "payment-changed",
      id: "one",
      orderId: "O1",
      version: Date.parse("2026-03-02T09:59:00Z"),
    });
  });

  test("a payment without an order is another sale of the seller and is ignored", () => {
    expect(parse("payment.created", { object: { payment: {} } })).toMatchObject({ kind: "ignore" });
  });

  test("a refund names its payment, because its own order is not that of the invoice", () => {
    const object = { refund: { payment_id: "P1", order_id: "O2", updated_at: "not a time" } };
    expect(parse("refund.created", { object })).toEqual({
      kind: "refund-changed",
      id: "one",
      paymentId: "P1",
      version: 0,
    });
    expect(parse("refund.updated", { object: { refund: {} } })).toMatchObject({ kind: "ignore" });
  });

  test.each([
    "order_created",
    "order_updated",
    "order_fulfillment_updated",
  ])("an order has its version in the field %s", (field) => {
    expect(parse("order.updated", { object: { [field]: { version: 4 } } })).toEqual({
      kind: "order-changed",
      id: "one",
      version: 4,
    });
  });

  test("an order without a version is still processed", () => {
    expect(parse("order.updated", { object: null })).toMatchObject({ kind: "order-changed", version: 0 });
  });
});

describe("a customer event", () => {
  test("of a merge names the merged customers and the remaining one", () => {
    const object = {
      event_context: { merge: { from_customer_ids: ["C1", "C2"], to_customer_id: "C3" } },
    };
    for (const type of ["customer.created", "customer.deleted"]) {
      expect(parse(type, { object })).toEqual({ kind: "customers-merged", from: ["C1", "C2"], to: "C3" });
    }
  });

  test("of a deleted customer is ignored, because its invoices still belong to the client", () => {
    expect(parse("customer.deleted", { object: { customer: { id: "one" } } })).toMatchObject({
      kind: "ignore",
    });
  });

  test("of a change leads to reading the customer again", () => {
    expect(parse("customer.updated")).toEqual({ kind: "customer-changed", id: "one" });
  });

  test("with an incomplete merge is treated as a change", () => {
    const object = { event_context: { merge: { from_customer_ids: "C1" } } };
    expect(parse("customer.created", { object })).toEqual({ kind: "customer-changed", id: "one" });
  });
});

describe("a revoked authorization", () => {
  test("has the time at which it was revoked", () => {
    const object = { revocation: { revoked_at: "2026-03-02T09:00:00Z", revoker_type: "MERCHANT" } };
    expect(parse("oauth.authorization.revoked", { id: null, object })).toEqual({
      kind: "authorization-revoked",
      at: new Date("2026-03-02T09:00:00Z"),
    });
  });

  test.each([
    [undefined],
    [{ revocation: {} }],
    [{ revocation: { revoked_at: "yesterday" } }],
  ])("is processed even when the time is unreadable: %o", (object) => {
    expect(parse("oauth.authorization.revoked", { object })).toEqual({
      kind: "authorization-revoked",
      at: null,
    });
  });
});

test("a subscription event leads to reading the subscription again", () => {
  expect(parse("subscription.updated")).toEqual({ kind: "subscription-changed", id: "one" });
});

test.each(["inventory.count.updated", "", "invoice", "constructor"])("ignores the type “%s”", (type) => {
  expect(parse(type)).toEqual({ kind: "ignore", reason: "No action needed" });
});

test.each([
  "invoice.updated",
  "payment.updated",
  "subscription.created",
  "customer.updated",
])("ignores %s without an object id", (type) => {
  expect(parse(type, { id: null })).toMatchObject({ kind: "ignore" });
  expect(parse(type, { id: "" })).toMatchObject({ kind: "ignore" });
});
