import { describe, expect, test } from "vitest";
import type { Payer } from "#server/payments/payment-provider.ts";
import { createClientMatcher, unmatchedReason } from "./match-client.ts";

const client = (id: string, overrides: { square?: string; email?: string | null } = {}) => ({
  id,
  square_customer_id: overrides.square ?? null,
  email: overrides.email ?? null,
});
const payer = (overrides: Partial<Payer> = {}): Payer => ({
  customerId: null,
  referenceId: null,
  emails: [],
  ...overrides,
});

describe("the first matching rule wins", () => {
  const match = createClientMatcher([
    client("by-customer", { square: "C1" }),
    client("by-reference"),
    client("by-email", { email: "Pay@Example.com " }),
  ]);
  const matchingPayer = payer({
    customerId: "C1",
    referenceId: "by-reference",
    emails: ["pay@example.com"],
  });
  test.each([
    ["by-customer", matchingPayer],
    ["by-reference", { ...matchingPayer, customerId: "C2" }],
    ["by-email", { ...matchingPayer, customerId: null, referenceId: "unknown" }],
    [
      "by-email",
      {
        ...matchingPayer,
        customerId: null,
        referenceId: null,
        emails: ["other@example.com", "pay@example.com"],
      },
    ],
    [null, payer({ customerId: "C9", emails: [""] })],
    [null, payer()],
  ])("matches the client %s", (expected, input) => {
    expect(match(input).clientId).toBe(expected);
  });
});

test("skips an email address shared by several clients and tries the next one", () => {
  const match = createClientMatcher([
    client("one", { email: "shared@example.com" }),
    client("two", { email: "shared@example.com" }),
    client("three", { email: "own@example.com" }),
  ]);
  expect(match(payer({ emails: ["shared@example.com"] })).clientId).toBeNull();
  expect(match(payer({ emails: ["shared@example.com", "own@example.com"] })).clientId).toBe("three");
});

test("prefers customer and reference over the previous client, and the previous client over an email address", () => {
  const match = createClientMatcher([
    client("by-customer", { square: "C1" }),
    client("by-email", { email: "pay@example.com" }),
  ]);
  const emails = ["pay@example.com"];
  expect(match(payer({ emails }), "earlier")).toEqual({ clientId: "earlier", by: "previous" });
  expect(match(payer({ emails, customerId: "C1" }), "earlier")).toEqual({
    clientId: "by-customer",
    by: "customer",
  });
});

test("explains a missing match without the email address", () => {
  expect(unmatchedReason(payer())).toBe("No customer on the Square invoice");
  expect(unmatchedReason(payer({ customerId: "C1" }))).toBe("The customer has no email");
  expect(unmatchedReason(payer({ customerId: "C1", emails: ["who@example.com"] }))).toBe(
    "No client has this email",
  );
});
