import { expect, test } from "vitest";
import { containing, quoted } from "./like-pattern.ts";

test("wildcards that were typed are looked for as they are", () => {
  expect(containing("50%_off\\")).toBe("%50\\%\\_off\\\\%");
});

test("a comma or a quote does not end a value inside a list of conditions", () => {
  expect(quoted('Smith, "Jones" \\ Co')).toBe('"Smith, \\"Jones\\" \\\\ Co"');
});
