import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import { newProposalContent } from "#domain/proposals/new-proposal.ts";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { findSendingProblems, listPlaceholders } from "#domain/proposals/proposal-problems.ts";
import { buildContent, buildFixed } from "#domain/proposals/test-support/proposal.ts";

const TODAY = calendarDate("2026-01-05");
const COMPLETE = buildContent();
const messages = (overrides: Partial<ProposalContent>) =>
  findSendingProblems(buildContent(overrides), TODAY).map(({ area, message }) => `${area}: ${message}`);

test("a complete draft can be sent", () => {
  expect(messages({})).toEqual([]);
});

test.each<[string, Partial<ProposalContent>, string]>([
  [
    "an empty section",
    { sections: [{ id: "a", heading: "Scope", body: " " }] },
    "sections: The section “Scope”",
  ],
  ["no line items", { items: [] }, "items: Add at least one"],
  ["only optional items", { items: [buildFixed({ isOptional: true })] }, "items: Add at least one"],
  ["an item twice", { items: [buildFixed(), buildFixed()] }, "items: Two parts"],
  [
    "a discount above the lowest total",
    { discount: { kind: "amount", amount: cents(500_001) } },
    "discount: The discount is more",
  ],
  [
    "a deposit that is not less than the lowest total",
    {
      plan: {
        ...COMPLETE.plan,
        deposit: {
          share: { kind: "amount", amount: cents(500_000) },
          due: { kind: "on_acceptance", days: 0 },
          whenDue: "prepare_invoice",
        },
      },
    },
    "plan: The deposit must be less",
  ],
  [
    "a payment for a removed milestone",
    {
      plan: {
        ...COMPLETE.plan,
        rest: {
          kind: "balance",
          due: { kind: "milestone", milestoneId: "gone", days: 0 },
          whenDue: "publish_invoice",
        },
      },
    },
    "plan: A payment depends",
  ],
  ["no last day", { validUntil: null }, "dates: Enter the last day"],
  ["a last day that has passed", { validUntil: calendarDate("2026-01-04") }, "dates: The last day"],
  ["a completion before the start", { completesOn: calendarDate("2026-01-09") }, "dates: The project can't"],
])("a draft with %s cannot be sent", (_, overrides, message) => {
  expect(messages(overrides)).toEqual([expect.stringContaining(message)]);
});

test.each<[string, Partial<ProposalContent>]>([
  ["a last day that is today", { validUntil: TODAY }],
  [
    "a discount of the lowest total",
    {
      discount: { kind: "amount", amount: cents(500_000) },
      plan: { deposit: null, rest: COMPLETE.plan.rest },
    },
  ],
  ["a completion on the day of the start", { completesOn: calendarDate("2026-01-10") }],
])("a draft with %s can be sent", (_, overrides) => {
  expect(messages(overrides)).toEqual([]);
});

test("a new draft is valid for 30 days and quotes the request as it was typed", () => {
  const content = newProposalContent({
    company: "Fabrikam",
    request: { service: "AI Security Assessment", text: "Test *our* [bot](x)", startsOn: TODAY },
    template: null,
    today: TODAY,
  });
  expect(content).toMatchObject({
    title: "AI Security Assessment for Fabrikam",
    validUntil: "2026-02-04",
    startsOn: "2026-01-05",
  });
  expect(content.sections[0]?.body).toBe("Test \\*our\\* \\[bot\\](x)");
  expect(ProposalContent.parse(content)).toEqual(content);
});

test("a new draft from a template keeps its text but not its dates", () => {
  const content = newProposalContent({
    company: "Fabrikam",
    request: null,
    template: COMPLETE,
    today: TODAY,
  });
  expect(content).toMatchObject({ title: "Red team exercise", items: COMPLETE.items, startsOn: null });
  expect(content.validUntil).toBe("2026-02-04");
});

test("a new draft from a template names the client", () => {
  const template = buildContent({
    title: "Test for [Client]",
    sections: [{ id: "a", heading: "What [client] needs", body: "[client] uses [system]." }],
    items: [buildFixed({ description: "Testing for [client]", details: "At [client]" })],
  });
  const content = newProposalContent({ company: "Smith_Sons", request: null, template, today: TODAY });
  expect(content).toMatchObject({
    title: "Test for Smith_Sons",
    sections: [{ heading: "What Smith_Sons needs", body: "Smith\\_Sons uses [system]." }],
    items: [{ description: "Testing for Smith_Sons", details: "At Smith_Sons" }],
  });
});

test("a placeholder stays if the name of the client makes the text too long", () => {
  const title = `${"x".repeat(190)} [client]`;
  const template = buildContent({ title });
  const company = "Consolidated Holdings";
  expect(newProposalContent({ company, request: null, template, today: TODAY }).title).toBe(title);
});

test("lists each placeholder once, but no links, checkboxes or client text", () => {
  const body =
    "From [date] to [date], see [our terms](https://firm.example/terms).\n* [x] Done\n* \\[Client text\\]";
  expect(
    listPlaceholders({
      title: "Test of [system]",
      sections: [{ id: "a", heading: "Scope", body }],
      items: [buildFixed({ description: "Testing", details: "[number] days" })],
    }),
  ).toEqual([
    { text: "[system]", place: "Title" },
    { text: "[date]", place: "Scope" },
    { text: "[number]", place: "Testing" },
  ]);
});
