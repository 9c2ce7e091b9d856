import { expect, test } from "vitest";
import { anyOf, containing, quoted } from "./like-pattern.ts";

test("wildcards that were typed are looked for as they are", () => {
  expect(containing("50%_off\\")).toBe("%50\\%\\_off\\\\%");
});

test("a comma or a quote does not end a value inside a list of conditions", () => {
  expect(quoted('Smith, "Jones" \\ Co')).toBe('"Smith, \\"Jones\\" \\\\ Co"');
});

test("any of several columns may hold what is looked for", () => {
  expect(anyOf(["company", "email"], containing("a,b"))).toBe('company.ilike."%a,b%",email.ilike."%a,b%"');
});
