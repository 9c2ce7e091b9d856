import { expect, test } from "vitest";
import { keepTogether } from "./keep-together.ts";

test.each([
  ["Your new time: Thu, Dec 3, 4:00 PM CET", "Your new time: Thu,\u00a0Dec\u00a03, 4:00\u00a0PM CET"],
  ["Firm received your message (7K2M-Q9XT)", "Firm received your message (7K2M\u2011Q9XT)"],
  ["Contoso: proposal P-0012 declined", "Contoso: proposal P\u20110012 declined"],
  ["New finding WL-12-001 (Red-team)", "New finding WL\u201112\u2011001 (Red-team)"],
])("keeps dates, times and references of %j on one line", (text, expected) => {
  expect(keepTogether(text)).toBe(expected);
});

test.each([
  "Consultation with Ada, Engines Ltd",
  "Red-team exercise in May",
])("leaves other text unchanged: %j", (text) => {
  expect(keepTogether(text)).toBe(text);
});
