import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import { type DraftContent, listFieldErrors, toPreviewContent } from "./draft-content.ts";
import { createFixedItem, createHoursItem, createPayment } from "./new-parts.ts";

const TODAY = calendarDate("2026-11-24");
const HOURS = { ...createHoursItem(), description: "Testing", hundredths: 1_050, rate: 35_000 };
const FIXED = { ...createFixedItem(), description: "Report", amount: 100_000 };
const CONTENT: DraftContent = {
  title: "Assistant assessment",
  sections: [],
  items: [HOURS, FIXED],
  discount: null,
  taxNote: "",
  plan: { deposit: null, rest: { kind: "balance", ...createPayment("on_completion") } },
  milestones: [],
  startsOn: null,
  completesOn: null,
  validUntil: null,
  terms: null,
};

test("reports each invalid field by its path", () => {
  expect([...listFieldErrors(CONTENT)]).toEqual([]);
  const errors = listFieldErrors({
    ...CONTENT,
    title: " ",
    items: [
      { ...HOURS, hundredths: Number.NaN },
      { ...FIXED, description: "" },
    ],
  });
  expect(errors.get("title")).toBe("Enter a title");
  expect(errors.get("items.0.hundredths")).toBe("Enter up to 10,000 hours");
  expect(errors.get("items.1.description")).toBe("Enter a description");
});

test("computes amounts while numbers are missing", () => {
  const getTotal = (content: DraftContent) => proposalTotals(toPreviewContent(content, TODAY)).total;
  expect(getTotal(CONTENT)).toBe(467_500);
  expect(getTotal({ ...CONTENT, items: [{ ...HOURS, hundredths: Number.NaN }, FIXED] })).toBe(100_000);
  expect(getTotal({ ...CONTENT, items: [{ ...HOURS, hundredths: 1e300 }, createFixedItem()] })).toBe(0);
});

test("uses today for a missing due date", () => {
  const plan: DraftContent["plan"] = {
    deposit: null,
    rest: { kind: "balance", due: { kind: "date", date: "" }, whenDue: "prepare_invoice" },
  };
  expect(toPreviewContent({ ...CONTENT, plan }, TODAY).plan.rest).toMatchObject({
    due: { kind: "date", date: TODAY },
  });
});
