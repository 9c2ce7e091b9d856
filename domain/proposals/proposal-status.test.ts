import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  currentStatus,
  extensionProblem,
  formatValidity,
  hasExpired,
  isOpenProposal,
  NEXT_STATUSES,
  PROPOSAL_STATUSES,
  proposalStatusBadge,
  storedConditions,
} from "#domain/proposals/proposal-status.ts";

const LAST_DAY = calendarDate("2026-11-30");

test.each([
  ["2026-11-29", false],
  ["2026-11-30", false],
  ["2026-12-01", true],
] as const)("a proposal valid until November 30 has expired on %s: %s", (today, expired) => {
  expect(hasExpired(LAST_DAY, calendarDate(today))).toBe(expired);
  for (const status of ["sent", "viewed"] as const) {
    const proposal = { status, validUntil: LAST_DAY };
    expect(currentStatus(proposal, calendarDate(today))).toBe(expired ? "expired" : status);
    expect(isOpenProposal(proposal, calendarDate(today))).toBe(!expired);
  }
});

test.each([
  "draft",
  "accepted",
  "declined",
  "expired",
  "withdrawn",
] as const)("the status %s does not depend on the date, and is not open", (status) => {
  const proposal = { status, validUntil: LAST_DAY };
  expect(currentStatus(proposal, calendarDate("2027-01-01"))).toBe(status);
  expect(isOpenProposal(proposal, calendarDate("2026-11-01"))).toBe(false);
});

test("the stored conditions of a filter include exactly the proposals with that current status", () => {
  const today = calendarDate("2026-12-01");
  const days = ["2026-11-30", "2026-12-01", "2026-12-02"].map(calendarDate);
  const proposals = PROPOSAL_STATUSES.flatMap((status) => days.map((validUntil) => ({ status, validUntil })));
  for (const filter of [...PROPOSAL_STATUSES, "open"] as const) {
    const conditions = storedConditions(filter);
    const isStored = ({ status, validUntil }: (typeof proposals)[number]) =>
      conditions.some(
        ({ statuses, lastDay }) =>
          statuses.includes(status) &&
          (lastDay === null || (lastDay === "before-today") === validUntil < today),
      );
    const isCurrent = (proposal: (typeof proposals)[number]) =>
      filter === "open" ? isOpenProposal(proposal, today) : currentStatus(proposal, today) === filter;
    expect(proposals.filter(isStored), filter).toEqual(proposals.filter(isCurrent));
  }
});

test.each([
  ["", "Enter a valid date."],
  ["2026-02-30", "Enter a valid date."],
  ["2026-11-30", "Choose a day after Nov 30, 2026."],
  ["2026-12-01", "Choose today or a later day."],
  ["2026-12-02", null],
])("extending a proposal from November 30 to “%s” on December 2: %s", (day, problem) => {
  const today = calendarDate("2026-12-02");
  expect(extensionProblem(day, { validUntil: LAST_DAY, today })).toBe(problem);
});

test("only an accepted proposal is final", () => {
  expect(PROPOSAL_STATUSES.filter((status) => NEXT_STATUSES[status].length === 0)).toEqual(["accepted"]);
});

test("every status has a badge", () => {
  expect(PROPOSAL_STATUSES.map((status) => proposalStatusBadge(status).label)).toEqual([
    ...["Draft", "Sent", "Viewed", "Accepted", "Declined", "Expired", "Withdrawn"],
  ]);
});

test("the validity names the end of the day and the time zone", () => {
  expect(formatValidity(LAST_DAY, "America/Los_Angeles")).toBe(
    "Nov 30, 2026, end of day, Pacific Time (Los Angeles)",
  );
});
