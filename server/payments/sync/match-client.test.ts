import { describe, expect, test } from "vitest";
import type { Payer } from "#server/payments/provider.ts";
import { clientMatcher, whyUnmatched } from "./match-client.ts";

const client = (id: string, more: { square?: string; email?: string | null } = {}) => ({
  id,
  square_customer_id: more.square ?? null,
  email: more.email ?? null,
});
const payer = (more: Partial<Payer> = {}): Payer => ({
  customerId: null,
  referenceId: null,
  emails: [],
  ...more,
});

describe("the first rule that hits wins", () => {
  const match = clientMatcher([
    client("by-customer", { square: "C1" }),
    client("by-reference"),
    client("by-email", { email: "Pay@Example.com " }),
  ]);
  const all = payer({
    customerId: "C1",
    referenceId: "by-reference",
    emails: ["pay@example.com"],
  });
  test.each([
    ["by-customer", all],
    ["by-reference", { ...all, customerId: "C2" }],
    ["by-email", { ...all, customerId: null, referenceId: "unknown" }],
    [
      "by-email",
      { ...all, customerId: null, referenceId: null, emails: ["other@example.com", "pay@example.com"] },
    ],
    [null, payer({ customerId: "C9", emails: [""] })],
    [null, payer()],
  ])("%s", (expected, given) => {
    expect(match(given).clientId).toBe(expected);
  });
});

test("what several clients share matches none of them, and the next address is asked", () => {
  const match = clientMatcher([
    client("one", { email: "shared@example.com" }),
    client("two", { email: "shared@example.com" }),
    client("three", { email: "own@example.com" }),
  ]);
  expect(match(payer({ emails: ["shared@example.com"] })).clientId).toBeNull();
  expect(match(payer({ emails: ["shared@example.com", "own@example.com"] })).clientId).toBe("three");
});

test("the client found earlier gives way to the customer and the reference, never to an e-mail address", () => {
  const match = clientMatcher([
    client("by-customer", { square: "C1" }),
    client("by-email", { email: "pay@example.com" }),
  ]);
  const emails = ["pay@example.com"];
  expect(match(payer({ emails }), "earlier")).toEqual({ clientId: "earlier", by: "earlier" });
  expect(match(payer({ emails, customerId: "C1" }), "earlier")).toEqual({
    clientId: "by-customer",
    by: "customer",
  });
});

test("whoever is nobody's client is told about without an address", () => {
  expect(whyUnmatched(payer())).toBe("Square names no customer");
  expect(whyUnmatched(payer({ customerId: "C1" }))).toBe("the customer has no e-mail address");
  expect(whyUnmatched(payer({ customerId: "C1", emails: ["who@example.com"] }))).toBe(
    "no client has the customer's e-mail address",
  );
});
