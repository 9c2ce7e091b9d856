import type { ActivityEntry } from "#domain/clients/members/activity.ts";
import {
  type ClientMember,
  type ClientPeople,
  getLastDay,
  memberStatusBadge,
} from "#domain/clients/members/member.ts";
import { CLIENT_ROLES } from "#domain/clients/members/role.ts";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { toCsv } from "#domain/text/csv.ts";

/** Owners are reminded if no owner has reviewed who has access for this number of days. */
export const REVIEW_INTERVAL_DAYS = 90;

/** Who has access to a client, and the changes since the last review. */
export type AccessReview = ClientPeople & {
  company: string;
  /** Null before the first review. */
  lastReview: { at: Instant; reviewer: string } | null;
  changes: ActivityEntry[];
};

/** Headings of the table of members. */
export const REVIEW_COLUMNS = [
  "Name",
  "Email",
  "Role",
  "Access",
  "Status",
  "Two-factor",
  "Last sign-in",
  "Last day",
] as const;

/** A row of the table of members. Dates are in `timeZone`. */
export function toReviewRow(member: ClientMember, now: Date, timeZone: string): string[] {
  const { label, access } = CLIENT_ROLES[member.role];
  return [
    member.name,
    member.email,
    label,
    access.charAt(0).toUpperCase() + access.slice(1),
    memberStatusBadge(member, now).label,
    member.hasSecondFactor ? "On" : "Off",
    member.lastSignInAt ? dateInTimeZone(new Date(member.lastSignInAt), timeZone) : "Never",
    getLastDay(member.expiresAt, timeZone) ?? "",
  ];
}

/** Formats the table of members as CSV. */
export function accessReviewToCsv(review: AccessReview, now: Date, timeZone: string): string {
  return toCsv([[...REVIEW_COLUMNS], ...review.members.map((member) => toReviewRow(member, now, timeZone))]);
}

/** Returns "access-review-contoso-2026-11-24.csv". */
export function accessReviewFileName(company: string, date: string, extension: "csv" | "pdf"): string {
  const name = company
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return ["access-review", name, date].filter(Boolean).join("-").concat(`.${extension}`);
}
