import { expect, test } from "vitest";
import { isKnownPayer, payerLabel } from "./payer.ts";

test("formats the payer from the details that Square has", () => {
  expect(payerLabel({ payer_name: "Ada M", payer_email: "ada@example.com" })).toBe("Ada M (ada@example.com)");
  expect(payerLabel({ payer_name: null, payer_email: "ada@example.com" })).toBe("ada@example.com");
  expect(payerLabel({ payer_name: null, payer_email: null })).toBe("Unnamed customer");
});

test("a payer with a name or an email address is known", () => {
  expect(isKnownPayer({ payer_name: "Ada M", payer_email: null })).toBe(true);
  expect(isKnownPayer({ payer_name: null, payer_email: "ada@example.com" })).toBe(true);
  expect(isKnownPayer({ payer_name: null, payer_email: null })).toBe(false);
});
