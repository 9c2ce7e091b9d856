import { expect, test } from "vitest";
import { signInOutcomeBadge } from "#domain/sign-in/sign-in-attempt.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

test("labels a known outcome", () => {
  expect(signInOutcomeBadge("wrong-factor")).toEqual({ label: "Invalid code or passkey", tone: "negative" });
});

test("shows an unknown outcome as neutral", () => {
  expect(signInOutcomeBadge(unknownValue("something_new")).tone).toBe("neutral");
});
