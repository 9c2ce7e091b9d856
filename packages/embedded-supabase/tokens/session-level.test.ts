import { expect, test } from "vitest";
import { applySessionLevel } from "./session-level.ts";

test.each([
  ["aal2", "aal2", "aal2"],
  ["aal2", "aal1", "aal1"],
  ["aal1", "aal1", "aal1"],
  // A session is elevated with new tokens, so an older token stays at its level.
  ["aal1", "aal2", "aal1"],
] as const)("a token at %s of a session at %s has the level %s", (aal, level, expected) => {
  expect(applySessionLevel({ aal, sub: "ada" }, level)).toEqual({ aal: expected, sub: "ada" });
});

test("a token of an ended session has no claims", () => {
  expect(applySessionLevel({ aal: "aal2" }, null)).toBeNull();
});

test("the claims of the token are not modified, because they are cached", () => {
  const claims = { aal: "aal2" as const };
  applySessionLevel(claims, "aal1");
  expect(claims).toEqual({ aal: "aal2" });
});
