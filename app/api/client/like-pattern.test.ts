import { expect, test } from "vitest";
import { anyColumnMatches, containsPattern, quoteFilterValue } from "./like-pattern.ts";

test("escapes wildcards in the search text", () => {
  expect(containsPattern("50%_off\\")).toBe("%50\\%\\_off\\\\%");
});

test("quotes commas, quotes and backslashes in a filter value", () => {
  expect(quoteFilterValue('Smith, "Jones" \\ Co')).toBe('"Smith, \\"Jones\\" \\\\ Co"');
});

test("builds a condition that matches any of several columns", () => {
  expect(anyColumnMatches(["company", "email"], containsPattern("a,b"))).toBe(
    'company.ilike."%a,b%",email.ilike."%a,b%"',
  );
});
