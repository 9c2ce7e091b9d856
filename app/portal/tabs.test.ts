import { expect, test } from "vitest";
import { PORTAL_SECTIONS } from "./sections.ts";
import { arrangeTabs } from "./tabs.ts";

const allSections = PORTAL_SECTIONS.map(({ id }) => id);
const without = (...missing: readonly string[]) => allSections.filter((id) => !missing.includes(id));

function arrange(ids: readonly string[]) {
  const { tabs, others } = arrangeTabs(PORTAL_SECTIONS.filter(({ id }) => ids.includes(id)));
  return { tabs: tabs.map(({ tab }) => tab), others: others.map(({ label }) => label) };
}

test("an owner has the five main sections as tabs, and all others behind More", () => {
  expect(arrange(allSections)).toEqual({
    tabs: ["Home", "Projects", "Billing", "Services", "Docs"],
    others: ["Findings", "Messages", "Meetings", "Proposals", "Rates", "Settings"],
  });
});

test("the next section takes the place of a tab that the role cannot use", () => {
  expect(arrange(without("proposals", "billing", "rates"))).toEqual({
    tabs: ["Home", "Projects", "Services", "Docs", "Findings"],
    others: ["Messages", "Meetings", "Settings"],
  });
  expect(arrange(without("proposals", "billing", "rates", "book-service", "messages"))).toEqual({
    tabs: ["Home", "Projects", "Docs", "Findings", "Meetings"],
    others: ["Settings"],
  });
});

test("every section is a tab or behind More", () => {
  const { tabs, others } = arrangeTabs(PORTAL_SECTIONS);
  expect(new Set([...tabs, ...others])).toEqual(new Set(PORTAL_SECTIONS));
  expect(arrangeTabs([])).toEqual({ tabs: [], others: [] });
});
