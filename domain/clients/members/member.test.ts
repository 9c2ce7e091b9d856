import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { accessReviewFileName, accessReviewToCsv } from "./access-review.ts";
import {
  ChangeMember,
  type ClientMember,
  getLastDay,
  hasUnfamiliarDomain,
  InviteMember,
  memberStatusBadge,
} from "./member.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const MEMBER: ClientMember = {
  id: "m1",
  userId: "u1",
  email: "ada@contoso.example",
  name: "Ada Moreno",
  role: "owner",
  isPrimaryContact: true,
  isYou: true,
  hasSecondFactor: false,
  joinedAt: instant("2026-01-01T00:00:00Z"),
  suspendedAt: null,
  expiresAt: null,
  lastSeenAt: null,
  lastSignInAt: null,
};

describe("the forms", () => {
  test("accept an empty or missing last day, except for owners with one", () => {
    const parse = (role: string, lastDay: string | null) => ChangeMember.safeParse({ role, lastDay });
    expect(parse("billing", "").data).toEqual({ role: "billing", lastDay: null });
    expect(parse("billing", null).data).toEqual({ role: "billing", lastDay: null });
    expect(parse("billing", "2026-12-01").data).toEqual({ role: "billing", lastDay: "2026-12-01" });
    expect(parse("billing", "2026-02-29").success).toBe(false);
    expect(parse("owner", "2026-12-01").error?.issues[0]?.message).toBe(
      "An owner's access can't have a last day. Clear the date.",
    );
    expect(parse("owner", "").success).toBe(true);
  });

  test("trim the name and the email address", () => {
    const invitation = { email: " g@x.example ", name: " Grace ", role: "auditor", lastDay: null };
    expect(InviteMember.parse(invitation)).toMatchObject({ email: "g@x.example", name: "Grace" });
  });
});

test("access includes the whole last day, even when the clocks change", () => {
  const zone = "America/New_York";
  expect(getLastDay(instant("2026-11-02T05:00:00Z"), zone)).toBe(calendarDate("2026-11-01"));
  expect(getLastDay(instant("2026-03-09T04:00:00Z"), zone)).toBe(calendarDate("2026-03-08"));
  expect(getLastDay(null, zone)).toBeNull();
});

test("a member is active until the access is suspended or ends", () => {
  const label = (changes: Partial<ClientMember>) => memberStatusBadge({ ...MEMBER, ...changes }, NOW).label;
  expect(label({})).toBe("Active");
  expect(label({ expiresAt: instant("2026-11-24T12:00:01Z") })).toBe("Active");
  expect(label({ expiresAt: instant("2026-11-24T12:00:00Z") })).toBe("Access ended");
  expect(label({ suspendedAt: instant("2026-11-01T00:00:00Z") })).toBe("Suspended");
});

test("a domain is unfamiliar if no active owner uses it", () => {
  expect(hasUnfamiliarDomain("g@CONTOSO.example", [MEMBER])).toBe(false);
  expect(hasUnfamiliarDomain("g@gmail.example", [MEMBER])).toBe(true);
  const members = [MEMBER, { ...MEMBER, email: "b@partner.example", role: "billing" as const }];
  expect(hasUnfamiliarDomain("g@partner.example", members)).toBe(true);
  expect(hasUnfamiliarDomain("g", [MEMBER])).toBe(false);
  expect(hasUnfamiliarDomain("g@x.example", [])).toBe(false);
});

test("the CSV file of an access review lists who can access what", () => {
  const member = { ...MEMBER, role: "auditor" as const, lastSignInAt: instant("2026-11-24T03:00:00Z") };
  const review = {
    members: [member],
    invitations: [],
    requiresSecondFactor: false,
    company: "Contoso",
    lastReview: null,
    changes: [],
  };
  expect(accessReviewToCsv(review, NOW, "America/New_York").split("\r\n")[1]).toBe(
    '"Ada Moreno","ada@contoso.example","Auditor","Projects, findings, meeting dates and reports (read-only)","Active","Off","2026-11-23",""',
  );
});

test("the file name contains only the company's letters and digits", () => {
  expect(accessReviewFileName("Contoso & Söhne, Inc.", "2026-11-24", "pdf")).toBe(
    "access-review-contoso-s-hne-inc-2026-11-24.pdf",
  );
  expect(accessReviewFileName("社", "2026-11-24", "csv")).toBe("access-review-2026-11-24.csv");
});
