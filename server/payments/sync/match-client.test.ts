import { describe, expect, test } from "vitest";
import type { Payer } from "#server/payments/provider.ts";
import { clientMatcher } from "./match-client.ts";

const client = (id: string, more: { square?: string; email?: string | null; company?: string } = {}) => ({
  id,
  square_customer_id: more.square ?? null,
  email: more.email ?? null,
  company: more.company ?? id,
});
const payer = (more: Partial<Payer> = {}): Payer => ({
  customerId: null,
  referenceId: null,
  emails: [],
  companies: [],
  ...more,
});

describe("the first rule that hits wins", () => {
  const match = clientMatcher([
    client("by-customer", { square: "C1" }),
    client("by-reference"),
    client("by-email", { email: "Pay@Example.com " }),
    client("by-company", { company: " Ada  Health " }),
  ]);
  const all = payer({
    customerId: "C1",
    referenceId: "by-reference",
    emails: ["pay@example.com"],
    companies: ["ADA health"],
  });
  test.each([
    ["by-customer", all],
    ["by-reference", { ...all, customerId: "C2" }],
    ["by-email", { ...all, customerId: null, referenceId: "unknown" }],
    [
      "by-email",
      { ...all, customerId: null, referenceId: null, emails: ["other@example.com", "pay@example.com"] },
    ],
    ["by-company", { ...all, customerId: null, referenceId: null, emails: ["other@example.com"] }],
    [null, payer({ customerId: "C9", emails: [""], companies: ["Ada"] })],
    [null, payer()],
  ])("%s", (expected, given) => {
    expect(match(given)).toBe(expected);
  });
});

test("what several clients share matches none of them, and the next rule is asked", () => {
  const match = clientMatcher([
    client("one", { email: "shared@example.com", company: "Same Name" }),
    client("two", { email: "shared@example.com", company: "Same name" }),
    client("three", { company: "Own Name" }),
  ]);
  expect(match(payer({ emails: ["shared@example.com"] }))).toBeNull();
  expect(match(payer({ companies: ["Same Name"] }))).toBeNull();
  expect(match(payer({ emails: ["shared@example.com"], companies: ["Same Name", "own name"] }))).toBe(
    "three",
  );
});
