import { expect, test } from "vitest";
import type { ClientRole } from "#domain/clients/members/role.ts";
import { instant } from "#domain/dates/instant.ts";
import {
  getsFindingEmails,
  listFindingEmailMembers,
  suggestCommentRecipients,
} from "#domain/findings/comment-recipients.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const buildMember = (
  userId: string,
  role: ClientRole,
  access: { suspendedAt?: string; expiresAt?: string } = {},
) => ({
  ...{ userId, role },
  suspendedAt: access.suspendedAt ? instant(access.suspendedAt) : null,
  expiresAt: access.expiresAt ? instant(access.expiresAt) : null,
});

const MEMBERS = [
  buildMember("owner", "owner"),
  buildMember("second-owner", "owner"),
  buildMember("engineer", "technical"),
  buildMember("second-engineer", "technical"),
];
const suggest = (authorIds: (string | null)[], assigneeId: string | null = null) =>
  suggestCommentRecipients(MEMBERS, { authorIds, assigneeId });

test("lists owners and the technical role, without suspended members and ended access", () => {
  const members = [
    ...MEMBERS,
    buildMember("billing", "billing"),
    buildMember("auditor", "auditor"),
    buildMember("suspended", "owner", { suspendedAt: "2026-02-01T00:00:00Z" }),
    buildMember("ended", "technical", { expiresAt: "2026-03-01T12:00:00Z" }),
    buildMember("temporary", "technical", { expiresAt: "2026-03-01T12:00:01Z" }),
  ];
  expect(listFindingEmailMembers(members, NOW).map(({ userId }) => userId)).toEqual([
    "owner",
    "second-owner",
    "engineer",
    "second-engineer",
    "temporary",
  ]);
});

test.each([
  ["owner", true],
  ["technical", true],
  ["auditor", false],
  ["billing", false],
] as const)("the role %s gets emails about findings: %s", (role, expected) => {
  expect(getsFindingEmails({ role })).toBe(expected);
});

test("suggests the members who commented, each once", () => {
  expect(suggest(["engineer", "administrator", "engineer", null])).toEqual(["engineer"]);
});

test("suggests the assignee together with the members who commented", () => {
  expect(suggest([], "second-engineer")).toEqual(["second-engineer"]);
  expect(suggest(["owner"], "second-engineer")).toEqual(["owner", "second-engineer"]);
});

test("suggests all owners if no member commented and no one is assigned", () => {
  expect(suggest([])).toEqual(["owner", "second-owner"]);
  expect(suggest(["administrator", null])).toEqual(["owner", "second-owner"]);
});

test("suggests the owners if the people involved can't get the email", () => {
  expect(suggest(["former-member"], "auditor")).toEqual(["owner", "second-owner"]);
});

test("suggests no one if no owner can get the email", () => {
  expect(suggestCommentRecipients([], { authorIds: ["engineer"], assigneeId: null })).toEqual([]);
});
