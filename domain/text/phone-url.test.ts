import { expect, test } from "vitest";
import { phoneUrl } from "./phone-url.ts";

test("keeps only the digits and the plus sign of a phone number", () => {
  expect(phoneUrl("+1 (212) 555-0100")).toBe("tel:+12125550100");
});
