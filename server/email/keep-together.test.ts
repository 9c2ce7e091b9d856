import { expect, test } from "vitest";
import { keepTogether } from "./keep-together.ts";

/** The text with its references in brackets. */
const format = (text: string) =>
  keepTogether(text)
    .map((part) => (part.isReference ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["Your new time: Thu, Dec 3, 4:00 PM CET", "Your new time: Thu,\u00a0Dec\u00a03, 4:00\u00a0PM CET"],
  ["Firm received your message (7K2M-Q9XT)", "Firm received your message ([7K2M-Q9XT])"],
  ["Contoso: proposal P-0012 declined", "Contoso: proposal [P-0012] declined"],
  ["WL-12-001 and WL-12-002 (Red-team)", "[WL-12-001] and [WL-12-002] (Red-team)"],
])("keeps dates, times and references of %j on one line", (text, expected) => {
  expect(format(text)).toBe(expected);
});

test.each([
  "Consultation with Ada, Engines Ltd",
  "Red-team exercise in May",
])("leaves other text unchanged: %j", (text) => {
  expect(keepTogether(text)).toEqual([{ text, isReference: false }]);
});
