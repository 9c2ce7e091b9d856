import { expect, test } from "vitest";
import { signInOutcome } from "#domain/sign-in/sign-in-attempt.ts";

test("labels a known outcome", () => {
  expect(signInOutcome("wrong-factor")).toEqual({ label: "Invalid code or passkey", tone: "negative" });
});

test("shows an unknown outcome as neutral", () => {
  expect(signInOutcome("something_new" as never).tone).toBe("neutral");
});
