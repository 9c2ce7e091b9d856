import { expect, test } from "vitest";
import { SIGN_IN_OUTCOMES, signInOutcome } from "#domain/sign-in-attempt.ts";

test("every outcome the authentication service records has its own words", () => {
  const recorded = ["succeeded", "wrong-credentials", "wrong-link", "wrong-factor", "rate-limited", "banned"];
  expect([...SIGN_IN_OUTCOMES].sort()).toEqual([...recorded].sort());
  expect(signInOutcome("wrong-factor")).toEqual({ label: "Wrong second factor", tone: "negative" });
});

test("one of a newer version is shown neutral", () => {
  expect(signInOutcome("something_new").tone).toBe("neutral");
});
