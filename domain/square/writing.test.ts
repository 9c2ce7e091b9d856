import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  connectSquareText,
  firstInvoiceText,
  newInvoiceText,
  plannedPaymentsText,
  planRequestText,
  squareAccessText,
} from "./writing.ts";

const effectiveOn = calendarDate("2027-01-20");
const listTexts = (isWritingEnabled: boolean) => [
  squareAccessText(isWritingEnabled),
  connectSquareText(isWritingEnabled),
  newInvoiceText(isWritingEnabled),
  firstInvoiceText(isWritingEnabled),
  plannedPaymentsText(isWritingEnabled),
  planRequestText({ kind: "cancel", effectiveOn }, isWritingEnabled),
  planRequestText({ kind: "keep", effectiveOn }, isWritingEnabled),
];

test("each text about what the portal does in Square follows the setting", () => {
  const off = listTexts(false);
  const on = listTexts(true);
  expect(off.filter((text) => on.includes(text))).toEqual([]);
  expect(on.filter((text) => /read-only|in Square (yourself|before)/i.test(text))).toEqual([]);
  expect(off.filter((text) => /publish|creates? (the )?invoices|End plan|Keep plan/.test(text))).toEqual([]);
});

test("the tier of a plan is changed in Square with either setting", () => {
  const texts = [true, false].map((isOn) => planRequestText({ kind: "change", effectiveOn: null }, isOn));
  expect(new Set(texts)).toEqual(new Set(["Change the plan in Square before you answer."]));
});
