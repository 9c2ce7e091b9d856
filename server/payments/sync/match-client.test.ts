import { describe, expect, test } from "vitest";
import type { Payer } from "#server/payments/payment-provider.ts";
import { createClientMatcher, getUnmatchedReason } from "./match-client.ts";

const createClient = (
  id: string,
  overrides: { square?: string; email?: string | null; billing?: string[] } = {},
) => ({
  id,
  square_customer_id: overrides.square ?? null,
  email: overrides.email ?? null,
  billing_emails: overrides.billing ?? [],
});
const createPayer = (overrides: Partial<Payer> = {}): Payer => ({
  customerId: null,
  referenceId: null,
  name: null,
  emails: [],
  ...overrides,
});

describe("the first matching rule wins", () => {
  const match = createClientMatcher([
    createClient("by-customer", { square: "C1" }),
    createClient("by-reference"),
    createClient("by-email", { email: "Pay@Example.com " }),
  ]);
  const matchingPayer = createPayer({
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
    [null, createPayer({ customerId: "C9", emails: [""] })],
    [null, createPayer()],
  ])("matches the client %s", (expected, input) => {
    expect(match(input).clientId).toBe(expected);
  });
});

test("skips an email address shared by several clients and tries the next one", () => {
  const match = createClientMatcher([
    createClient("one", { email: "shared@example.com" }),
    createClient("two", { email: "shared@example.com" }),
    createClient("three", { email: "own@example.com" }),
  ]);
  expect(match(createPayer({ emails: ["shared@example.com"] })).clientId).toBeNull();
  expect(match(createPayer({ emails: ["shared@example.com", "own@example.com"] })).clientId).toBe("three");
});

describe("the addresses of billing members", () => {
  test("match their client, ignoring case", () => {
    const match = createClientMatcher([createClient("one", { billing: ["Finance@Example.com"] })]);
    expect(match(createPayer({ emails: ["finance@example.com"] }))).toEqual({ clientId: "one", by: "email" });
  });

  test("match no client if several clients have the member", () => {
    const match = createClientMatcher([
      createClient("one", { billing: ["books@example.com"] }),
      createClient("two", { billing: ["books@example.com"] }),
    ]);
    expect(match(createPayer({ emails: ["books@example.com"] })).clientId).toBeNull();
  });

  test("never take the invoices of another client's primary contact", () => {
    const match = createClientMatcher([
      createClient("contact", { email: "cfo@example.com" }),
      createClient("inviter", { billing: ["cfo@example.com", "finance@example.com"] }),
    ]);
    expect(match(createPayer({ emails: ["cfo@example.com"] })).clientId).toBe("contact");
    expect(match(createPayer({ emails: ["finance@example.com", "cfo@example.com"] })).clientId).toBe(
      "contact",
    );
  });
});

test("prefers the customer over the previous client, and the previous client over an email address", () => {
  const match = createClientMatcher([
    createClient("by-customer", { square: "C1" }),
    createClient("by-email", { email: "pay@example.com" }),
  ]);
  const emails = ["pay@example.com"];
  expect(match(createPayer({ emails }), "earlier")).toEqual({ clientId: "earlier", by: "previous" });
  expect(match(createPayer({ emails, customerId: "C1" }), "earlier")).toEqual({
    clientId: "by-customer",
    by: "customer",
  });
});

test("explains why no client matches, without revealing the email address", () => {
  expect(getUnmatchedReason(createPayer())).toBe("No customer on the Square invoice");
  expect(getUnmatchedReason(createPayer({ customerId: "C1" }))).toBe("The customer has no email");
  expect(getUnmatchedReason(createPayer({ customerId: "C1", emails: ["who@example.com"] }))).toBe(
    "No client has this email",
  );
});
